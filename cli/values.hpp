#pragma once
// What the values of options may be, and the sentences that say so when one is something else: nobody should meet the
// words of the parser of options. They follow the option's name and a colon.

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace scrump::cli {

/// A whole number from `least` to `most`, in decimal whatever it begins with: the parser would take "010" for eight,
/// and
/// "-1" for a very large number. For CLI::Option::transform(), on every option of an unsigned type.
CLI::Validator to_whole_number(std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A whole number with or without a minus sign, likewise for transform().
CLI::Validator to_integer();

/// A finite decimal number, for check().
CLI::Validator real_number();

/// What parse_duration() reads and is at least `least`, for check(). `otherwise` says what to do instead, e.g. "leave
/// it out for no limit".
CLI::Validator duration(std::chrono::nanoseconds least = {}, const std::string& otherwise = {});

/// Anything but an empty text, for check(): a script whose variable is not set must not run for days without
/// checkpoints, or begin anew.
CLI::Validator a_name();

/// One of `words`, for check().
CLI::Validator one_of(const std::vector<std::string>& words);

/// One of the words that `values` has, for transform() on an option of an enumeration.
template <class Value>
CLI::Validator to_one_of(const std::map<std::string, Value>& values) {
    std::vector<std::string> words;
    words.reserve(values.size());
    for (const auto& [word, value] : values) words.push_back(word);
    const CLI::Validator known = one_of(words);
    return {[values, known](std::string& text) {
                std::string wrong = known(text);
                if (wrong.empty()) text = std::to_string(static_cast<int>(values.at(text)));
                return wrong;
            },
            ""};
}

/// Reads "90", "90s", "1.5m", "2h" or "250ms". Throws UsageError.
std::chrono::nanoseconds parse_duration(const std::string& text);

}  // namespace scrump::cli

#pragma once
// What the values of options may be, and the sentences that say so when one is something else: nobody should meet the
// words of the parser of options. They follow the option's name and a colon.

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace scrump::cli {

/// Returns what is wrong with a value, or an empty text; may put what the parser of options is to read in its place.
using Rule = std::function<std::string(std::string&)>;

/// A whole number from `least` to `most`, in decimal whatever it begins with: the parser would take "010" for eight,
/// and "-1" for a very large number. For every option of an unsigned type.
Rule to_whole_number(std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A whole number with or without a minus sign, likewise.
Rule to_integer();

/// A finite decimal number.
Rule real_number();

/// What parse_duration() reads and is at least `least`. `otherwise` says what to do instead, e.g. "leave it out for no
/// limit".
Rule duration(std::chrono::nanoseconds least = {}, const std::string& otherwise = {});

/// Anything but an empty text: a script whose variable is not set must not run for days without checkpoints, or begin
/// anew.
Rule a_name();

/// One of `words`.
Rule one_of(const std::vector<std::string>& words);

/// Reads "90", "90s", "1.5m", "2h" or "250ms". Throws UsageError.
std::chrono::nanoseconds parse_duration(const std::string& text);

}  // namespace scrump::cli

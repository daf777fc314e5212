#include "line/values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace scrump::cli {
namespace {

// a, b and c
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
    return text;
}

// What it reads, or BadValue with its refusal.
template <class Read>
auto value_of(const Read& read) {
    try {
        return read();
    } catch (const UsageError& refusal) {
        throw BadValue(refusal.what());
    }
}

}  // namespace

Reader<std::uint64_t> whole_number(std::uint64_t least, std::uint64_t most) {
    return [least, most](const std::string& text) { return value_of([&] { return read_count(text, least, most); }); };
}

Reader<std::int64_t> integer() {
    return [](const std::string& text) { return value_of([&] { return read_integer(text); }); };
}

Reader<double> real_number() {
    return [](const std::string& text) { return value_of([&] { return read_real(text); }); };
}

Reader<std::chrono::nanoseconds> duration(std::chrono::nanoseconds least) {
    return [least](const std::string& text) { return value_of([&] { return read_duration(text, least); }); };
}

Reader<std::string> a_name() {
    return [](const std::string& text) {
        if (text.empty()) throw BadValue("is empty");
        return text;
    };
}

std::vector<std::string> read_names(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        words.push_back(text.substr(at, comma - at));
        if (words.back().empty()) throw BadValue("expected names with commas between them");
        at = comma + 1;
    }
    return words;
}

std::string alternatives(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, "|"));
}

void refuse_word(const std::string& text, const std::vector<std::string>& words) {
    throw BadValue(in_quotes(text) + " is not one of " + listed(words) + did_you_mean(text, words));
}

}  // namespace scrump::cli

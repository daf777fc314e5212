#include "values.hpp"

#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>
#include <scrump/base/values.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <string_view>

namespace scrump::cli {
namespace {

// a, b and c
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
    return text;
}

}  // namespace

Reader<std::uint64_t> whole_number(std::uint64_t least, std::uint64_t most) {
    return [least, most](const std::string& text) {
        const auto value = number_in<std::uint64_t>(text);
        if (value && *value >= least && *value <= most) return *value;
        const bool whole = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
        const bool bounded = whole || most < std::numeric_limits<std::uint64_t>::max();
        throw BadValue(
            fmt::format("{} is no whole number {}", in_quotes(text),
                        bounded ? fmt::format("from {} to {}", least, most) : fmt::format("of at least {}", least)));
    };
}

Reader<std::int64_t> integer() {
    return [](const std::string& text) {
        if (const auto value = number_in<std::int64_t>(text)) return *value;
        throw BadValue(in_quotes(text) + " is no whole number");
    };
}

Reader<double> real_number() {
    return [](const std::string& text) {
        const auto value = number_in<double>(text);
        if (value && std::isfinite(*value)) return *value;
        throw BadValue(in_quotes(text) + " is no number");
    };
}

Reader<double> share() {
    return [](const std::string& text) {
        if (const auto value = share_in(text)) return *value;
        throw BadValue(in_quotes(text) + " is no part of a whole; write for example 1% or 0.01");
    };
}

Reader<std::chrono::nanoseconds> duration(std::chrono::nanoseconds least, const std::string& otherwise) {
    return [least, more = otherwise.empty() ? "" : "; " + otherwise](const std::string& text) {
        const auto seconds = seconds_in(text);
        if (!seconds)
            throw BadValue(in_quotes(text) + " is no duration; write for example 250ms, 60s, 1.5m or 2h" + more);
        if (*seconds > longest_duration)
            throw BadValue(
                fmt::format("{} is too long: expected at most {}h{}", in_quotes(text), longest_duration / 3600, more));
        const std::chrono::nanoseconds value(static_cast<std::int64_t>(*seconds * 1e9));
        if (value >= least) return value;
        const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(least).count();
        const std::string wanted = milliseconds > 0 ? fmt::format("at least {}ms", milliseconds) : "more than 0";
        throw BadValue(in_quotes(text) + " is too short: expected " + wanted + more);
    };
}

Reader<std::uint64_t> number_of_bytes() {
    return [](const std::string& text) -> std::uint64_t {
        constexpr std::string_view units = "KMGT";
        const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
        const bool has_unit = unit != std::string_view::npos;
        const unsigned shift = has_unit ? 10 * (static_cast<unsigned>(unit) + 1) : 0;
        try {
            const auto most = std::numeric_limits<std::uint64_t>::max() >> shift;
            return whole_number(1, most)(has_unit ? text.substr(0, text.size() - 1) : text) << shift;
        } catch (const BadValue&) {
            throw BadValue(in_quotes(text) + " is no number of bytes; write for example 800M or 16G");
        }
    };
}

Reader<std::string> a_name() {
    return [](const std::string& text) {
        if (text.empty()) throw BadValue("is empty");
        return text;
    };
}

std::string alternatives(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, "|"));
}

void refuse_word(const std::string& text, const std::vector<std::string>& words) {
    throw BadValue(in_quotes(text) + " is none of " + listed(words) + did_you_mean(text, words));
}

}  // namespace scrump::cli

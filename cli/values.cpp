#include "values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace scrump::cli {
namespace {

template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end) return std::nullopt;
    return value;
}

// Without zeros before it, which the parser would take for the sign of an octal number.
template <class Number>
std::string replace_by_decimal(std::string& text, Number value) {
    text = std::to_string(value);
    return {};
}

// a, b and c
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
    return text;
}

}  // namespace

Rule to_whole_number(std::uint64_t least, std::uint64_t most) {
    return [least, most](std::string& text) {
        const auto value = number_in<std::uint64_t>(text);
        if (value && *value >= least && *value <= most) return replace_by_decimal(text, *value);
        const bool whole = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
        const bool bounded = whole || most < std::numeric_limits<std::uint64_t>::max();
        return fmt::format("{} is no whole number {}", in_quotes(text),
                           bounded ? fmt::format("from {} to {}", least, most) : fmt::format("of at least {}", least));
    };
}

Rule to_integer() {
    return [](std::string& text) {
        if (const auto value = number_in<std::int64_t>(text)) return replace_by_decimal(text, *value);
        return in_quotes(text) + " is no whole number";
    };
}

Rule real_number() {
    return [](const std::string& text) {
        const auto value = number_in<double>(text);
        return value && std::isfinite(*value) ? std::string() : in_quotes(text) + " is no number";
    };
}

Rule duration(std::chrono::nanoseconds least, const std::string& otherwise) {
    return [least, otherwise](const std::string& text) {
        const std::string more = otherwise.empty() ? "" : "; " + otherwise;
        try {
            if (parse_duration(text) >= least) return std::string();
        } catch (const UsageError& error) {
            return error.what() + more;
        }
        const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(least).count();
        const std::string wanted = milliseconds > 0 ? fmt::format("at least {}ms", milliseconds) : "more than 0";
        return in_quotes(text) + " is too short: expected " + wanted + more;
    };
}

Rule a_name() {
    return [](const std::string& text) { return text.empty() ? "is empty" : ""; };
}

Rule one_of(const std::vector<std::string>& words) {
    return [words](const std::string& text) {
        for (const std::string& word : words)
            if (word == text) return std::string();
        return in_quotes(text) + " is none of " + listed(words);
    };
}

std::chrono::nanoseconds parse_duration(const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    double seconds = 0;
    if (unit.empty() || unit == "s") seconds = 1;
    if (unit == "ms") seconds = 1e-3;
    if (unit == "m" || unit == "min") seconds = 60;
    if (unit == "h") seconds = 3600;
    constexpr double century = 100 * 365.25 * 24 * 3600;
    if (error != std::errc() || seconds == 0 || !std::isfinite(value) || value < 0 || value * seconds > century) {
        throw UsageError(in_quotes(text) + " is no duration; write for example 250ms, 60s, 1.5m or 2h");
    }
    return std::chrono::nanoseconds(static_cast<std::int64_t>(value * seconds * 1e9));
}

}  // namespace scrump::cli

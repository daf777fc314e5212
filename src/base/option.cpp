#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>
#include <scrump/base/text.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace scrump {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& expected) {
    throw UsageError(in_quotes(text) + " is not " + expected);
}

// "1", "1.5", "0.01": the shortest text that reads back as the same number.
std::string shortest(double value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return std::string(text.data(), error == std::errc() ? end : text.data());
}

}  // namespace

std::string OptionText::placeholder() const {
    std::string text(value);
    if (!text.empty() || words == nullptr) return text;
    for (const std::string& each : words()) text += (text.empty() ? "" : "|") + each;
    return text;
}

std::string dashed(std::string_view name) {
    return (name.size() == 1 ? "-" : "--") + std::string(name);
}

std::string OptionText::dashed() const {
    return scrump::dashed(name);
}

std::string OptionText::line_of_help() const {
    std::string text(help);
    if (!examples.empty()) text.append(": ").append(examples);
    return text;
}

std::uint64_t read_count(std::string_view text, std::uint64_t min, std::uint64_t max) {
    const auto value = number_in<std::uint64_t>(text);
    if (value && *value >= min && *value <= max) return *value;
    const bool overflows = !value && !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    const bool bounded = overflows || max < std::numeric_limits<std::int64_t>::max();
    refuse(text, "a whole number " + (bounded ? "from " + std::to_string(min) + " to " + std::to_string(max)
                                              : "of at least " + std::to_string(min)));
}

std::int64_t read_integer(std::string_view text) {
    if (const auto value = number_in<std::int64_t>(text)) return *value;
    refuse(text, "a whole number");
}

double read_real(std::string_view text) {
    const auto value = number_in<double>(text);
    if (value && std::isfinite(*value)) return *value;
    refuse(text, "a number");
}

double read_fraction(std::string_view text) {
    if (const auto value = share_in(text)) return *value;
    refuse(text, "a fraction; write for example 1% or 0.01");
}

std::chrono::nanoseconds read_duration(std::string_view text, std::chrono::nanoseconds min) {
    const auto seconds = seconds_in(text);
    if (!seconds) refuse(text, "a duration; write for example 250ms, 60s, 1.5m or 2h");
    if (*seconds > max_duration)
        throw UsageError(in_quotes(text) + " is too long: expected at most " + shortest(max_duration / 3600) + "h");
    const std::chrono::nanoseconds value(static_cast<std::int64_t>(*seconds * 1e9));
    if (value >= min) return value;
    const bool is_positive = min == std::chrono::nanoseconds(1);
    throw UsageError(in_quotes(text) + " is too short: expected " +
                     (is_positive ? "more than 0" : "at least " + duration_text(min)));
}

std::uint64_t read_bytes(std::string_view text) {
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
    const bool has_unit = unit != std::string_view::npos;
    const unsigned shift = has_unit ? 10 * (static_cast<unsigned>(unit) + 1) : 0;
    const auto value = number_in<std::uint64_t>(text.substr(0, text.size() - (has_unit ? 1 : 0)));
    if (value && *value >= 1 && *value <= std::numeric_limits<std::uint64_t>::max() >> shift) return *value << shift;
    refuse(text, "a number of bytes; write for example 800M or 16G");
}

std::string read_file_name(std::string_view text) {
    if (text.empty()) refuse(text, "the name of a file");
    return std::string(text);
}

std::string duration_text(std::chrono::nanoseconds duration) {
    const double seconds = std::chrono::duration<double>(duration).count();
    if (seconds >= 3600 && std::fmod(seconds, 3600) == 0) return shortest(seconds / 3600) + "h";
    if (seconds > 60 && std::fmod(seconds, 60) == 0) return shortest(seconds / 60) + "m";
    if (seconds > 0 && seconds < 1) return shortest(seconds * 1e3) + "ms";
    return shortest(seconds) + (seconds > 0 ? "s" : "");
}

void detail::refuse_with_advice(const OptionText& option) {
    try {
        throw;
    } catch (const UsageError& refusal) {
        if (option.advice.empty()) throw;
        throw UsageError(refusal.what() + std::string("; ") + std::string(option.advice));
    }
}

std::string detail::real_text(double value) {
    return shortest(value);
}

}  // namespace scrump

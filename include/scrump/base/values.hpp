#pragma once
// Texts of options as values: whole numbers, durations, fractions. The caller reports invalid texts.

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

namespace scrump {

/// The number that the whole text represents, in decimal.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end) return std::nullopt;
    return value;
}

/// A duration in seconds: "90", "90s", "1.5m", "1.5min", "2h" or "250ms"; not negative.
inline std::optional<double> seconds_in(std::string_view text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    double seconds = 0;
    if (unit.empty() || unit == "s") seconds = 1;
    if (unit == "ms") seconds = 1e-3;
    if (unit == "m" || unit == "min") seconds = 60;
    if (unit == "h") seconds = 3600;
    if (error != std::errc() || seconds == 0 || !std::isfinite(value) || value < 0) return std::nullopt;
    return value * seconds;
}

/// A fraction: "1%", "0.5%" or "0.01"; not negative.
inline std::optional<double> share_in(std::string_view text) {
    const bool percent = !text.empty() && text.back() == '%';
    const auto value = number_in<double>(text.substr(0, text.size() - (percent ? 1 : 0)));
    if (!value || !std::isfinite(*value) || *value < 0) return std::nullopt;
    return percent ? *value / 100 : *value;
}

/// Largest duration that a user may give: a century, in seconds.
inline constexpr double max_duration = 100 * 365.25 * 24 * 3600;

}  // namespace scrump

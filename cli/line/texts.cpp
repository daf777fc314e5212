#include "line/texts.hpp"

#include <scrump/search/figures.hpp>
#include <scrump/search/result.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace scrump::cli {

std::string human(double number) {
    static constexpr std::array<const char*, 7> prefixes = {"", " k", " M", " G", " T", " P", " E"};
    std::size_t prefix = 0;
    while (std::abs(number) >= 999.5 && prefix + 1 < prefixes.size()) {
        number /= 1000;
        ++prefix;
    }
    const int decimals = prefix == 0 || std::abs(number) >= 99.95 ? 0 : std::abs(number) >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f}{}", number, decimals, prefixes[prefix]);
}

std::string in_full(std::uint64_t number, const char* thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string counted(std::uint64_t number, const std::string& thing) {
    return human(static_cast<double>(number)) + ' ' + thing + (number == 1 ? "" : "s");
}

std::string gap_text(double objective, double bound) {
    const double gap = relative_gap(objective, bound);
    return std::isfinite(gap) ? fmt::format("{:.3g} %", 100 * gap) : "infinity";
}

std::string title_of_file(const std::string& name) {
    return name == "-" ? "standard input" : name;
}

void print_line(const std::string& label, const std::string& text) {
    fmt::print("{:<11} {}\n", label, text);
}

}  // namespace scrump::cli

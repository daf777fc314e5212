#include "cells.hpp"

#include <fmt/format.h>

#include <cmath>

namespace scrump::bench {
namespace {

// Three or four digits and a prefix of the unit.
std::string with_prefix(double value, const char* unit) {
    struct Prefix {
        double factor;
        const char* name;
    };
    constexpr Prefix prefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
    for (const Prefix& prefix : prefixes) {
        if (std::abs(value) >= prefix.factor)
            return fmt::format("{:.4g} {}{}", value / prefix.factor, prefix.name, unit);
    }
    return fmt::format("{:.4g} {}", value, unit);
}

std::string quantity(double value, Metric metric, const std::string& unit) {
    switch (metric) {
        case Metric::seconds:
            return value >= 1000 ? fmt::format("{:.0f} s", value) : with_prefix(value, "s");
        case Metric::seconds_per_unit:
            return with_prefix(value, "s");
        case Metric::units_per_second:
            return with_prefix(value, "/s");
        case Metric::units:
            if (unit == "bytes") return fmt::format("{:.1f} MiB", value / (1 << 20));
            return fmt::format("{:.0f}", value);
    }
    return {};
}

std::string shown(double value, const Row& row, const std::string& unit) {
    if (row.comparison == Comparison::ratio) return fmt::format("{:.3f}", value);
    return quantity(value, row.metric, unit);
}

}  // namespace

Cells cells_of(const Row& row, const std::string& unit) {
    Cells cells;
    cells.what = row.what;
    cells.value = shown(row.value, row, unit);
    cells.spread = fmt::format("{} … {}", shown(row.low, row, unit), shown(row.high, row, unit));
    if (row.target) {
        const bool at_most = row.target->side == Target::Side::at_most;
        cells.target = fmt::format("{} {}", at_most ? "≤" : "≥", shown(row.target->bound, row, unit));
    }
    if (row.reached) cells.reached = *row.reached ? "yes" : "no";
    if (row.comparison != Comparison::alone) {
        cells.medians =
            fmt::format("{}, {}", quantity(row.subject, row.metric, unit), quantity(row.base, row.metric, unit));
    }
    return cells;
}

}  // namespace scrump::bench

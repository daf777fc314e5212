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
    constexpr Prefix prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1, ""},
                                   {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}};
    for (const Prefix& prefix : prefixes) {
        if (std::abs(value) >= prefix.factor)
            return fmt::format("{:.4g} {}{}", value / prefix.factor, prefix.name, unit);
    }
    return fmt::format("{:.4g} {}", value, unit);
}

std::string written(double value, Quantity quantity) {
    switch (quantity) {
        case Quantity::seconds:
            return value >= 1000 ? fmt::format("{:.0f} s", value) : with_prefix(value, "s");
        case Quantity::per_second:
            return with_prefix(value, "/s");
        case Quantity::bytes:
            return value < 1 << 20 ? fmt::format("{:.1f} KiB", value / (1 << 10))
                                   : fmt::format("{:.1f} MiB", value / (1 << 20));
        case Quantity::count:
            return fmt::format("{:.0f}", value);
    }
    return {};
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

std::string shown(double value, const Row& row) {
    if (row.comparison == Comparison::ratio) return fmt::format("{:.3f}", value);
    return written(value, row.metric.quantity);
}

}  // namespace

Cells cells_of(const Row& row) {
    const bool varies = row.comparison == Comparison::variability;
    const auto value = [&](double number) { return varies ? percent(number) : shown(number, row); };
    Cells cells;
    cells.what = row.what;
    cells.value = value(row.value);
    cells.spread = fmt::format("{} … {}", shown(row.low, row), shown(row.high, row));
    if (row.target) {
        const bool at_most = row.target->side == Target::Side::at_most;
        cells.target = fmt::format("{} {}", at_most ? "≤" : "≥", value(row.target->bound));
    }
    if (row.reached) cells.reached = *row.reached ? "yes" : "no";
    const Quantity quantity = row.metric.quantity;
    if (row.comparison == Comparison::ratio || row.comparison == Comparison::difference)
        cells.medians = fmt::format("{}, {}", written(row.subject, quantity), written(row.base, quantity));
    return cells;
}

}  // namespace scrump::bench

#pragma once
// Orders of counters, from the structure of a system: counters that transitions touch together belong close together.

#include <scrump/states/diagrams/counters.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

struct OrderedCounters {
    CounterOrder order{};
    std::vector<std::uint32_t> levels{};  ///< counters from the first level to the last
};

/// Orders to be tried, those first for which transitions span the fewest levels; each is followed by its reverse, since
/// the direction matters as much and no measure tells it. One if `given` is wanted. `related`: further sets of counters
/// that belong together.
std::vector<OrderedCounters> orders_of(const CounterSystem& system, std::span<const std::vector<std::uint32_t>> related,
                                       CounterOrder wanted);

}  // namespace scrump::detail

#pragma once
// Orders of counters, from the structure of a system: counters that transitions touch together belong close together.

#include <scrump/states/diagrams/counters.hpp>

#include <cstdint>
#include <random>
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

/// Which counters hold amounts: those that no transition tests against an upper bound. With less in these, less is
/// possible.
std::vector<bool> find_amounts(const CounterSystem& system);
/// The largest of these initially.
std::uint32_t largest_amount(const CounterSystem& system);
/// From this on, an amount is large: orders are worth more thought.
inline constexpr std::uint32_t many = 8;

/// Moves a counter to another level, at random.
void move_one(std::vector<std::uint32_t>& levels, std::mt19937_64& random);

}  // namespace scrump::detail

#pragma once
// Dynamic programming with lists, for instances that prices leave undecided.
//
// Items are decided one after another; a list has the undominated packings of those that are decided (Nemhauser and
// Ullmann 1969), without those that a bound on the other items rules out: minknap (Pisinger, "A minimal algorithm for
// the 0-1 knapsack problem", Operations Research 45, 1997) and combo (Martello, Pisinger and Toth, "Dynamic programming
// and strong bounds for the 0-1 knapsack problem", Management Science 45, 1999). The bound is the linear relaxation
// with a price of items. Where much room stays empty in every good packing, it is weak. So there is a second one: lists
// of the items to come, made backwards, of limited length (merged_list.hpp).
//
// Rounds have ever longer lists. A list that becomes too long keeps the states with the best bounds: so the first
// rounds find good packings, for which later ones need fewer states.

#include <scrump/problems/knapsack/detail/kernel.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace scrump::knapsack {

/// What is sought: a packing better than the incumbent, until one has a profit of `enough`.
struct ListGoal {
    std::int64_t incumbent = 0;
    std::int64_t enough = 0;
    /// Called often: with the profit of the best packing, or of the incumbent, and an upper bound.
    std::function<void(std::int64_t profit, std::int64_t most)> report = [](std::int64_t, std::int64_t) {};
};

/// Sizes of lists. What needs more memory is left to the search.
struct ListLimits {
    std::size_t first = std::size_t{1} << 10;    ///< states in a list of the first round
    std::size_t states = std::size_t{1} << 22;   ///< states in a list of the last round; 0: no dynamic programming
    std::size_t records = std::size_t{1} << 24;  ///< of decisions; also, entries in all merged lists together
    std::size_t items = std::size_t{1} << 13;    ///< undecided ones: each stage takes time linear in their number
};

/// The result of dynamic programming.
struct ListResult {
    Selection packing;        ///< better than the incumbent; empty if none was found
    std::int64_t profit = 0;  ///< of this packing, or of the incumbent
    std::int64_t most = 0;    ///< no packing has a greater profit
};

/// Takes rounds until the goal is reached, no packing is better than the best that was found, the limits or those of
/// the memory are reached, or the deadline of this thread has passed. The weight of all items must be more than the
/// capacity.
ListResult pack_by_lists(const Kernel& kernel, const ListGoal& goal, const ListLimits& limits);

}  // namespace scrump::knapsack

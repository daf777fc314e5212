#pragma once
// The rest of an instance when everything that needs no search is settled: items that fit, with positive weight and
// profit, with profits and weights divided by their greatest common divisors.

#include <scrump/problems/knapsack/instance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::knapsack {

/// Items of the kernel, by their numbers in it, ascending.
using Selection = std::vector<std::uint32_t>;

struct Kernel {
    std::vector<Item> items;             ///< positive profits and weights, each at most the capacity
    std::vector<std::uint32_t> numbers;  ///< numbers of these items in the instance
    std::int64_t capacity = 0;

    std::vector<std::size_t> packed;  ///< items of the instance that are in every answer: they weigh nothing
    std::int64_t packed_profit = 0;
    std::int64_t unit = 1;  ///< unit of profit: a profit of 1 here in terms of the instance

    std::int64_t weight_of_all = 0;
    std::int64_t profit_of_all = 0;

    /// Profit in the instance of a selection whose profits add up to `profit` here.
    std::int64_t full_profit(std::int64_t profit) const { return packed_profit + unit * profit; }

    /// The least profit here that is more than `to_beat` in the instance; at least 0, and at most one more than all
    /// items together.
    std::int64_t least_above(std::int64_t to_beat) const {
        return to_beat < packed_profit ? 0 : std::min((to_beat - packed_profit) / unit, profit_of_all) + 1;
    }
};

/// The kernel of an instance that passes check().
Kernel make_kernel(const Instance& instance);

/// Sums of the profits and the weights of a selection.
Item sum(const Kernel& kernel, const Selection& selection);

/// Whether these are items of the kernel, ascending, that fit.
bool is_packing(const Kernel& kernel, const Selection& selection);

/// Items of the instance, ascending: `selection` and those that are always packed.
std::vector<std::size_t> items_of(const Kernel& kernel, const Selection& selection);

}  // namespace scrump::knapsack

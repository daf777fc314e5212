#pragma once
// Solves the 0/1 knapsack problem: finds items, each at most once, of the greatest total profit that together do not
// weigh more than the capacity.

#include <scrump/problems/knapsack/instance.hpp>
#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::knapsack {

/// Items of an instance, from 0, ascending, that fit together; their sums were checked.
struct Packing {
    std::vector<std::size_t> items;
    std::int64_t profit = 0;
    std::int64_t weight = 0;
};

/// Finds a packing of the greatest profit. Complete: it is proved that no packing has a greater one. The seconds of all
/// of these searches include everything before the search. Throws Error for an instance that fails check(), and as
/// search.hpp.
Answer<Packing> find_best_packing(const Instance& instance, const SearchOptions& options = {});

/// Finds a packing whose profit is at least `profit`. Complete without one: it is proved that none exists. Throws as
/// find_best_packing().
Answer<std::optional<Packing>> find_packing(const Instance& instance, std::int64_t profit,
                                            const SearchOptions& options = {});

/// Finds several packings: each set of items that fits is one, even if it is part of another. The best is found first,
/// unless `wanted.at_least` is given: if it is, checkpoints can store the search. All wanted packings are kept in
/// memory. Throws as find_best_packing(), and UsageError for a gap and a depth limit.
Several<Packing> find_best_packings(const Instance& instance, const BestWanted<std::int64_t>& wanted,
                                    const SearchOptions& options = {});

}  // namespace scrump::knapsack

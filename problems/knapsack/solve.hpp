#pragma once
// The 0/1 knapsack problem solved: which items, each at most once, are worth most and do not weigh more than the
// capacity.

#include <scrump/problems/knapsack/instance.hpp>
#include <scrump/problems/several/several.hpp>
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

struct BestPacking {
    Status status = Status::complete;  ///< complete: proved that nothing is worth more
    Packing packing;
    Statistics statistics;  ///< its seconds include what comes before the search
};

/// A packing of the greatest profit. Throws Error for an instance that fails check(), and as search.hpp.
BestPacking find_best_packing(const Instance& instance, const SearchOptions& options = {});

struct SomePacking {
    Status status = Status::complete;  ///< complete without a packing: proved that there is none
    std::optional<Packing> packing;    ///< worth at least what was asked for
    Statistics statistics;
};

/// A packing whose profit is at least `profit`, or the proof that there is none. Throws as find_best_packing().
SomePacking find_packing(const Instance& instance, std::int64_t profit, const SearchOptions& options = {});

/// Several packings: each set of items that fits is one, also where it is part of another. First the best is found,
/// unless `wanted.at_least` is given: with it, checkpoints can keep the search. All that are wanted are kept in memory.
/// Throws as find_best_packing(), and UsageError for a gap and a depth limit.
Several<Packing> find_best_packings(const Instance& instance, const BestWanted<std::int64_t>& wanted,
                                    const SearchOptions& options = {});

}  // namespace scrump::knapsack

#pragma once
// The bottom of the search tree, tabulated: all undominated ways to pack the core.
//
// The core, in the terms of Balas and Zemel (1980) and Pisinger ("An expanding-core algorithm for the exact 0-1
// knapsack problem", European Journal of Operational Research 87, 1995), is the few items about which the relaxation is
// undecided: those whose surplus is near zero. Bounds say little about them, but dominance does: of two packings, the
// one that is heavier and earns no more is not needed. So the core is settled by dynamic programming with lists
// (Nemhauser and Ullmann 1969; Horowitz and Sahni 1974), and only the other items are searched: for every decision
// about them, a look-up gives the best that the core adds.

#include <scrump/problems/knapsack/detail/prices.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::knapsack {

/// A packing of some of at most 64 items: bit i for the i-th.
using CoreMask = std::uint64_t;

/// A packing of the core that is not dominated.
struct CorePacking {
    std::int64_t weight = 0;
    std::int64_t profit = 0;
    std::int64_t loss = 0;  ///< smallest shortfall below the bound of the packings for which it stands
    CoreMask items = 0;
};

/// The list of undominated packings of a growing core: weights and profits both ascend.
class CoreList {
  public:
    static constexpr std::size_t max_items = 64;

    CoreList() : packings_(1) {}

    std::span<const CorePacking> packings() const { return packings_; }
    std::size_t items() const { return items_; }

    /// Adds an item with its surplus; drops packings that are heavier than `capacity` or lose more than `most_loss`.
    /// Returns false, and changes nothing, if there would be more than `limit` packings. Takes time linear in their
    /// number.
    bool add(const Item& item, std::int64_t surplus, std::int64_t capacity, std::int64_t most_loss, std::size_t limit);

  private:
    std::vector<CorePacking> packings_;
    std::vector<CorePacking> merged_;
    std::size_t items_ = 0;
};

/// The finished list, for look-ups by many threads.
class CoreTable {
  public:
    CoreTable() = default;
    explicit CoreTable(std::span<const CorePacking> packings);

    std::size_t size() const { return weights_.size(); }

    /// Number of the best packing that weighs at most `room`, or size() if none does.
    std::size_t find(std::int64_t room) const;

    std::int64_t profit(std::size_t packing) const { return profits_[packing]; }
    CoreMask items(std::size_t packing) const { return items_[packing]; }

  private:
    std::vector<std::int64_t> weights_;
    std::vector<std::int64_t> profits_;
    std::vector<CoreMask> items_;
};

}  // namespace scrump::knapsack

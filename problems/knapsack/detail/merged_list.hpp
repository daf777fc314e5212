#pragma once
// Lists of states for bounds: states near each other are merged to one with the least weight and the greatest profit of
// both (the state space relaxation of Christofides, Mingozzi and Toth, Networks 11, 1981).

#include <scrump/problems/knapsack/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::knapsack {

/// Sums of packings: weights and profits both ascend.
using MergedList = std::vector<Item>;

/// Merges neighbours of similar profits, until at most `limit` entries are left. `spread`: how much the profits of one
/// entry may differ; begin with 1, and give the same variable for lists of one item more.
void merge_neighbours(MergedList& list, std::size_t limit, std::int64_t& spread);

/// Look-ups by falling room.
class MergedLookup {
  public:
    explicit MergedLookup(const MergedList& list) : list_(&list), fitting_(list.size()) {}

    /// The greatest profit of an entry that weighs at most `room`; less than 0 if none does.
    std::int64_t profit(std::int64_t room) {
        while (fitting_ > 0 && (*list_)[fitting_ - 1].weight > room) --fitting_;
        return fitting_ > 0 ? (*list_)[fitting_ - 1].profit : -1;
    }

  private:
    const MergedList* list_;
    std::size_t fitting_;
};

}  // namespace scrump::knapsack

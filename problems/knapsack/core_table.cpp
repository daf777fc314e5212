#include <scrump/problems/knapsack/detail/core_table.hpp>

#include <algorithm>
#include <utility>

namespace scrump::knapsack {

bool CoreList::add(const Item& item, std::int64_t surplus, std::int64_t capacity, std::int64_t most_loss,
                   std::size_t limit) {
    const std::int64_t loss_in = std::max<std::int64_t>(0, -surplus);
    const std::int64_t loss_out = std::max<std::int64_t>(0, surplus);
    const CoreMask bit = CoreMask{1} << items_;
    merged_.clear();
    // Comes by ascending weight. A dominated packing is left to the one that dominates it, which then stands for it:
    // it may not be left out unless both lose too much, since what they lose depends on their number of items.
    const auto take = [&](const CorePacking& packing) {
        if (packing.loss > most_loss) return;
        if (merged_.empty() || packing.profit > merged_.back().profit) {
            CorePacking kept = packing;
            if (!merged_.empty() && merged_.back().weight == packing.weight) {
                kept.loss = std::min(kept.loss, merged_.back().loss);
                merged_.pop_back();
            }
            merged_.push_back(kept);
        } else {
            merged_.back().loss = std::min(merged_.back().loss, packing.loss);
        }
    };
    auto out = packings_.begin();
    auto in = packings_.begin();
    while (in != packings_.end() || out != packings_.end()) {
        if (merged_.size() > limit) return false;
        if (out != packings_.end() && (in == packings_.end() || out->weight <= in->weight + item.weight)) {
            take({out->weight, out->profit, out->loss + loss_out, out->items});
            ++out;
        } else if (in->weight + item.weight > capacity) {
            in = packings_.end();
        } else {
            take({in->weight + item.weight, in->profit + item.profit, in->loss + loss_in, in->items | bit});
            ++in;
        }
    }
    if (merged_.size() > limit) return false;
    packings_.swap(merged_);
    ++items_;
    return true;
}

CoreTable::CoreTable(std::span<const CorePacking> packings) {
    for (const CorePacking& packing : packings) {
        weights_.push_back(packing.weight);
        profits_.push_back(packing.profit);
        items_.push_back(packing.items);
    }
}

std::size_t CoreTable::find(std::int64_t room) const {
    const auto after = std::upper_bound(weights_.begin(), weights_.end(), room);
    return after == weights_.begin() ? size() : static_cast<std::size_t>(after - weights_.begin()) - 1;
}

}  // namespace scrump::knapsack

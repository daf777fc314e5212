#pragma once
// A good packing at once: greedy by efficiency, then exchanges of one item for another.

#include <scrump/problems/knapsack/detail/kernel.hpp>

namespace scrump::knapsack {

/// Packs every item that fits by decreasing efficiency at a price of items, then exchanges items as long as that helps,
/// at most this number of times. Takes time about n log n for each exchange.
Selection pack_greedily(const Kernel& kernel, double item_price, int max_exchanges = 50);

}  // namespace scrump::knapsack

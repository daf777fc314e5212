#pragma once
// Knapsacks for tests, and their answers by other means.

#include <scrump/base/random.hpp>
#include <scrump/problems/knapsack/instance.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scrump::test {

/// The greatest profit, by dynamic programming over all capacities: for small capacities.
inline std::int64_t best_profit(const knapsack::Instance& instance) {
    std::vector<std::int64_t> best(static_cast<std::size_t>(instance.capacity) + 1);
    for (const knapsack::Item& item : instance.items) {
        const auto weight = static_cast<std::size_t>(std::min(item.weight, instance.capacity + 1));
        for (std::size_t room = best.size(); room-- > weight;)
            best[room] = std::max(best[room], best[room - weight] + item.profit);
    }
    return best.back();
}

/// Up to `most_items` items of many kinds, with now and then none, useless ones, and ones that weigh nothing.
inline knapsack::Instance random_knapsack(std::uint64_t seed, std::uint32_t most_items) {
    SplitMix64 random(seed);
    const std::uint32_t range = 1 + random.below(random.below(2) == 0 ? 10 : 200);
    const std::uint32_t kind = random.below(5);
    const std::uint32_t factor = 1 + random.below(3);
    knapsack::Instance instance;
    instance.items.resize(random.below(most_items + 1));
    std::int64_t total = 0;
    for (knapsack::Item& item : instance.items) {
        item.weight = random.below(range + 1);
        item.profit = kind == 0   ? random.below(range + 1)
                      : kind == 1 ? item.weight + range / 10 + 1
                      : kind == 2 ? item.weight
                      : kind == 3 ? std::max<std::int64_t>(0, item.weight - range / 5)
                                  : item.weight + random.below(range / 10 + 2);
        item.weight *= factor;
        item.profit *= 1 + random.below(2) * (factor - 1);
        total += item.weight;
    }
    instance.capacity = random.below(static_cast<std::uint32_t>(total) + 3);
    return instance;
}

}  // namespace scrump::test

// The parts that the search is made of: kernel, prices, the table of the core, greedy packing.

#include <scrump/problems/knapsack/detail/greedy.hpp>
#include <scrump/problems/knapsack/detail/space.hpp>
#include <scrump/problems/knapsack/generate.hpp>

#include <gtest/gtest.h>

#include "problems/knapsack/reference.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace scrump::knapsack {
namespace {

/// Calls `visit(profit, weight, count)` for each subset of the items.
template <class Visit>
void for_all_subsets(const std::vector<Item>& items, const Visit& visit) {
    for (std::uint32_t set = 0; set < 1U << items.size(); ++set) {
        Item sum;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if ((set >> i & 1) == 0) continue;
            sum.profit += items[i].profit;
            sum.weight += items[i].weight;
        }
        visit(sum.profit, sum.weight, std::popcount(set));
    }
}

TEST(KnapsackKernel, LeavesWhatNeedsNoSearch) {
    const Instance instance{{{12, 0}, {30, 6}, {0, 3}, {45, 9}, {7, 100}, {15, 12}}, 20};
    const Kernel kernel = make_kernel(instance);
    EXPECT_EQ(kernel.items, (std::vector<Item>{{2, 2}, {3, 3}, {1, 4}}));
    EXPECT_EQ(kernel.numbers, (std::vector<std::uint32_t>{1, 3, 5}));
    EXPECT_EQ(kernel.capacity, 6);
    EXPECT_EQ(kernel.packed, std::vector<std::size_t>{0});
    EXPECT_EQ(kernel.full_profit(5), 87);
    EXPECT_EQ(kernel.least_above(86), 5);
    EXPECT_EQ(kernel.least_above(87), 6);
    EXPECT_EQ(kernel.least_above(-5), 0);
    EXPECT_EQ(kernel.least_above(max_sum), kernel.profit_of_all + 1);
    EXPECT_EQ(items_of(kernel, {0, 2}), (std::vector<std::size_t>{0, 1, 5}));
}

TEST(KnapsackPrices, NoPricesGiveABoundThatIsTooLow) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Kernel kernel = make_kernel(test::random_knapsack(seed, 10));
        const Market market(kernel, 20, 100);
        for (const Count& count : {Count{0, 10}, Count{0, 3}, Count{2, 10}, Count{4, 4}}) {
            std::int64_t best = -1;
            for_all_subsets(kernel.items, [&](std::int64_t profit, std::int64_t weight, std::int64_t n) {
                if (weight <= kernel.capacity && n >= count.least && n <= count.most) best = std::max(best, profit);
            });
            if (best < 0) continue;
            for (const double weight : {0.0, 0.3, 1.0, 1.1, 19.0})
                for (const double item : {-50.0, -3.5, 0.0, 0.7, 99.0})
                    EXPECT_GE(market.whole(market.bound(market.round(kernel, weight, item), kernel, count)), best);
        }
    }
}

TEST(KnapsackPrices, TheRelaxationIsDantzigs) {
    // By efficiency 6, 5, 4, 3: two items and two thirds of the third.
    const Kernel kernel = make_kernel({{{12, 3}, {60, 10}, {15, 5}, {35, 7}}, 19});
    Relaxation relaxation(kernel);
    EXPECT_DOUBLE_EQ(relaxation.solve(0).efficiency, 4);
    EXPECT_DOUBLE_EQ(relaxation.solve(0).count, 2 + 2.0 / 3);
    EXPECT_DOUBLE_EQ(relaxation.solve(1000).count, 0);
    EXPECT_EQ(most_that_fit(kernel), 3);
    const Market market(kernel, 4, 0);
    EXPECT_EQ(market.whole(market.bound(market.round(kernel, 4, 0), kernel, {0, 4})), 103);
}

TEST(KnapsackPrices, StronglyCorrelatedItemsHaveTheBoundOfMartelloAndToth) {
    const Kernel kernel = make_kernel(generate("strongly-correlated:n=60,range=1000,seed=4", 1));
    Relaxation relaxation(kernel);
    const std::int64_t most = most_that_fit(kernel);
    const Count count{0, most};
    const double item = relaxation.best_item_price(count);
    const double weight = relaxation.solve(item).efficiency;
    const Market market(kernel, weight, item);
    EXPECT_EQ(market.whole(market.bound(market.round(kernel, weight, item), kernel, count)),
              kernel.capacity + 100 * most);
}

TEST(KnapsackPrices, HugeNumbersDoNotOverflow) {
    const std::int64_t half = max_sum / 2;
    const Kernel kernel = make_kernel({{{half, 1}, {1, half}, {3, half - 1}, {half - 4, 7}}, half + 1});
    const Market market(kernel, 1e18, 1e18);
    EXPECT_EQ(market.shift(), 0U);
    const Prices prices = market.round(kernel, 1e18, 1e18);
    EXPECT_EQ(prices.weight, 0);
    EXPECT_EQ(market.bound(prices, kernel, {0, 4}), kernel.profit_of_all);
}

TEST(KnapsackCore, TheListHasTheBestPackingForEveryRoom) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Kernel kernel = make_kernel(test::random_knapsack(seed, 10));
        CoreList list;
        for (const Item& item : kernel.items)
            ASSERT_TRUE(list.add(item, 0, kernel.capacity, 0, 1 << kernel.items.size()));
        const CoreTable table(list.packings());
        for (std::int64_t room = 0; room <= kernel.capacity; ++room) {
            std::int64_t best = 0;
            for_all_subsets(kernel.items, [&](std::int64_t profit, std::int64_t weight, int) {
                if (weight <= room) best = std::max(best, profit);
            });
            const std::size_t found = table.find(room);
            ASSERT_LT(found, table.size());
            ASSERT_EQ(table.profit(found), best);
            Item sum;
            for (std::size_t i = 0; i < kernel.items.size(); ++i) {
                if ((table.items(found) >> i & 1) == 0) continue;
                sum.profit += kernel.items[i].profit;
                sum.weight += kernel.items[i].weight;
            }
            EXPECT_EQ(sum.profit, best);
            EXPECT_LE(sum.weight, room);
        }
        EXPECT_EQ(table.find(-1), table.size());
    }
}

TEST(KnapsackCore, AnItemThatMakesTheListTooLongChangesNothing) {
    CoreList list;
    EXPECT_TRUE(list.add({1, 1}, 0, 100, 0, 4));
    EXPECT_TRUE(list.add({2, 2}, 0, 100, 0, 4));
    EXPECT_FALSE(list.add({4, 4}, 0, 100, 0, 4));
    EXPECT_EQ(list.items(), 2U);
    EXPECT_EQ(list.packings().size(), 4U);
    EXPECT_TRUE(list.add({1, 1}, 0, 100, 0, 5));
    EXPECT_EQ(list.packings().size(), 5U);
}

TEST(KnapsackCore, WhatLosesTooMuchIsLeftOutUnlessItStandsForWhatDoesNot) {
    CoreList list;
    EXPECT_TRUE(list.add({5, 3}, -10, 100, 9, 100));  // to pack it loses 10
    EXPECT_EQ(list.packings().size(), 1U);
    EXPECT_TRUE(list.add({5, 2}, -4, 100, 9, 100));
    EXPECT_TRUE(list.add({5, 3}, 0, 100, 9, 100));  // dominated by the one before, but it loses nothing
    ASSERT_EQ(list.packings().size(), 3U);
    EXPECT_EQ(list.packings()[1].weight, 2);
    EXPECT_EQ(list.packings()[1].loss, 0);
    EXPECT_EQ(list.packings()[2].weight, 5);
    EXPECT_EQ(list.packings()[2].loss, 4);
}

TEST(KnapsackGreedy, ExchangesWhatEfficiencyAloneGetsWrong) {
    const Kernel kernel = make_kernel({{{10, 1}, {90, 100}}, 100});
    EXPECT_EQ(pack_greedily(kernel, 0), Selection{1});
}

TEST(KnapsackGreedy, PacksWhatFits) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Kernel kernel = make_kernel(test::random_knapsack(seed, 40));
        for (const double price : {-10.0, 0.0, 5.0}) {
            const Selection packed = pack_greedily(kernel, price);
            EXPECT_TRUE(std::is_sorted(packed.begin(), packed.end()));
            std::int64_t weight = 0;
            for (const std::uint32_t item : packed) weight += kernel.items[item].weight;
            EXPECT_LE(weight, kernel.capacity);
        }
    }
}

}  // namespace
}  // namespace scrump::knapsack

// Several packings are those that trying all sets of items finds.

#include <scrump/base/error.hpp>
#include <scrump/problems/knapsack/detail/packings.hpp>
#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/problems/knapsack/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include "problems/knapsack/reference.hpp"
#include "problems/several.hpp"
#include "support/message_of.hpp"

#include <string>
#include <utility>
#include <vector>

namespace scrump::knapsack {
namespace {

using Wish = BestWanted<std::int64_t>;
using Items = std::vector<std::size_t>;

static_assert(NodeGenerator<PackingsGenerator> && HasBound<PackingsGenerator> && KnowsIncumbent<PackingsGenerator>);
static_assert(Transferable<PackingNode>);

scrump::test::All<Items, std::int64_t> all_packings(const Instance& instance) {
    scrump::test::All<Items, std::int64_t> all;
    for (std::size_t set = 0; set < std::size_t{1} << instance.items.size(); ++set) {
        Items items;
        for (std::size_t i = 0; i < instance.items.size(); ++i)
            if ((set >> i & 1) != 0) items.push_back(i);
        const Item sums = sum(instance, items);
        if (sums.weight <= instance.capacity) all[items] = sums.profit;
    }
    return all;
}

std::vector<std::pair<Items, std::int64_t>> answered(const Several<Packing>& found) {
    std::vector<std::pair<Items, std::int64_t>> pairs;
    for (const Packing& each : found.value) pairs.emplace_back(each.items, each.profit);
    return pairs;
}

TEST(SeveralPackings, AreThoseOfAllSetsOfItems) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const Instance instance = test::random_knapsack(seed, 9);
        const auto all = all_packings(instance);
        for (const Wish& wish : scrump::test::wishes_for(test::best_profit(instance) * 3 / 4)) {
            const auto found = find_best_packings(instance, wish, {.skeleton = Skeleton::sequential()});
            EXPECT_EQ(found.status, Status::complete);
            scrump::test::expect_wanted<Maximise>(
                all, wish, answered(found), "seed " + std::to_string(seed) + ", " + scrump::test::described(wish));
        }
    }
}

TEST(SeveralPackings, HoweverManySearch) {
    for (const SearchOptions& way : scrump::test::ways_to_several()) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const Instance instance = test::random_knapsack(seed, 10);
            for (const Wish& wish : scrump::test::wishes_for(test::best_profit(instance) * 3 / 4))
                scrump::test::expect_wanted<Maximise>(all_packings(instance), wish,
                                                      answered(find_best_packings(instance, wish, way)),
                                                      scrump::test::described(wish));
        }
    }
}

TEST(SeveralPackings, WithATableOfAnySize) {
    for (const std::size_t limit : {0U, 4U, 20U, 1000U}) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const Instance instance = test::random_knapsack(seed, 9);
            const PackingsSpace space(instance, max_sum, limit);
            const auto found = best<PackingsGenerator>(space, root(space), {.most = 6}, {.workers = 1, .pin = false});
            std::vector<std::pair<Items, std::int64_t>> packings;
            for (const auto& [profit, node] : found.solutions)
                packings.emplace_back(space.packing(node.deviating), profit);
            scrump::test::expect_wanted<Maximise>(all_packings(instance), Wish{.most = 6}, packings,
                                                  std::to_string(seed));
        }
    }
}

// Where nearly all is decided by a few items, a table of those leaves no node to be made in vain.
TEST(SeveralPackings, AFewOfManyItemsTakeFewNodes) {
    const Instance instance = generate("uncorrelated:n=2000,range=1000", 1);
    const auto found = find_best_packings(instance, {.most = 20}, {.skeleton = Skeleton::sequential()});
    ASSERT_EQ(found.value.size(), 20U);
    EXPECT_EQ(found.value.front().profit, find_best_packing(instance).value.profit);
    EXPECT_LT(found.statistics.total.nodes, 100'000U);
}

// That nothing is worth more the tree of all packings cannot see where weights leave a gap, and the search for the best
// alone has shown.
TEST(SeveralPackings, NothingIsSoughtThatIsBetterThanTheBest) {
    const Instance instance{std::vector<Item>(40, {2, 2}), 21};
    const SearchOptions options{.skeleton = Skeleton::sequential(), .node_limit = 100'000};
    for (const bool known : {false, true}) {
        const PackingsSpace space(instance, known ? 20 : max_sum, 0);
        const auto found = best<PackingsGenerator>(space, root(space), {.most = 5}, options);
        EXPECT_EQ(found.status, known ? Status::complete : Status::node_limit);
    }
    const auto found = find_best_packings(instance, {.most = 5}, options);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value.back().profit, 20);
}

TEST(SeveralPackings, OfLargeNumbers) {
    const std::int64_t third = max_sum / 3;
    const Instance instance{{{third, third}, {third - 1, third - 1}, {0, third}, {1, 0}}, third};
    const auto found = find_best_packings(instance, {.most = 3});
    scrump::test::expect_wanted<Maximise>(all_packings(instance), Wish{.most = 3}, answered(found), "");
}

TEST(SeveralPackings, KeepTheContract) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const PackingsSpace space(test::random_knapsack(seed, 12), max_sum, 20);
        const CheckReport report = scrump::check<PackingsGenerator>(space, root(space), {.nodes = 1000});
        EXPECT_TRUE(report.ok()) << report;
    }
}

TEST(SeveralPackings, AStoppedSearchAnswersTheBestItHas) {
    const Instance instance = generate("strongly-correlated-span:n=150,range=1000,seed=2", 1);
    const auto found = find_best_packings(instance, {.most = 3}, {.skeleton = Skeleton::sequential(), .node_limit = 1});
    EXPECT_EQ(found.status, Status::node_limit);
    EXPECT_EQ(found.value.size(), 1U);
}

TEST(SeveralPackings, WhatMakesNoSenseIsRefused) {
    const Instance instance = test::random_knapsack(3, 9);
    EXPECT_EQ(scrump::test::message_of<UsageError>([&] { find_best_packings(instance, {.most = 2}, {.gap = 0.1}); }),
              "knapsack: a search for several solutions has no gap");
    EXPECT_EQ(
        scrump::test::message_of<UsageError>([&] { find_best_packings(instance, {.most = 2}, {.depth_limit = 3}); }),
        "knapsack: a depth limit leaves some out");
    EXPECT_EQ(scrump::test::message_of<UsageError>(
                  [&] { find_best_packings(instance, {.most = 2}, {.checkpoints = {.file = "it.checkpoint"}}); }),
              "knapsack: several solutions take two searches, which other runs neither continue nor share: search "
              "for the best one "
              "first, and then for all that are good enough");
    EXPECT_THROW(find_best_packings(instance, {.most = 0}), UsageError);
}

}  // namespace
}  // namespace scrump::knapsack

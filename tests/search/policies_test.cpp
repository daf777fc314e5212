// Every policy × skeleton that steals × number of localities gives the answer of a plain walk, whatever the amount
// stolen at a time.

#include "search/problems.hpp"

#include <gtest/gtest.h>

#include <string>

namespace scrump::detail {
namespace {

using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;

class EveryPolicy : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Policies, EveryPolicy, testing::ValuesIn(test::all_policies()), [](const auto& each) {
    std::string text = each.param;
    for (char& c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return text;
});

template <class Check>
void in_every_way(const char* policy, const Check& check) {
    for (const Skeleton& skeleton : test::stealing_skeletons()) {
        for (const unsigned localities : {1U, 2U, 3U, 5U}) {
            for (const unsigned workers : {1U, 2U}) {
                SCOPED_TRACE(skeleton.describe() + " " + std::to_string(localities) + "x" + std::to_string(workers));
                check(SearchOptions{.skeleton = skeleton,
                                    .policy = Policy::parse(policy),
                                    .workers = workers,
                                    .localities = localities,
                                    .pin = false});
            }
        }
    }
}

TEST_P(EveryPolicy, CountsNodes) {
    const RandomTree tree{.seed = 3};
    std::uint64_t all = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node&) { ++all; });
    in_every_way(GetParam(), [&](const SearchOptions& options) {
        const auto result = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
        EXPECT_EQ(result.value, all);
        EXPECT_EQ(result.statistics.total.nodes, all);
        EXPECT_EQ(result.statistics.localities.size(), options.localities);
    });
}

TEST_P(EveryPolicy, FindsTheBest) {
    const Knapsack knapsack = Knapsack::random(14, 5);
    const std::int64_t best = knapsack.best_by_brute_force();
    in_every_way(GetParam(), [&](const SearchOptions& options) {
        EXPECT_EQ(maximise<KnapsackGenerator>(knapsack, knapsack.root(), options).objective, best);
        EXPECT_TRUE(decide<KnapsackGenerator>(knapsack, knapsack.root(), best, options).node);
        EXPECT_FALSE(decide<KnapsackGenerator>(knapsack, knapsack.root(), best + 1, options).node);
    });
}

// What localities took from each other adds up.
TEST_P(EveryPolicy, CountsWhatIsStolen) {
    const RandomTree tree{.root_children = 40, .seed = 12};
    const SearchOptions options{.skeleton = Skeleton::depth_bounded(4),
                                .policy = Policy::parse(GetParam()),
                                .workers = 1,
                                .localities = 3,
                                .pin = false};
    const auto result = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
    std::uint64_t executed = 0;
    for (const LocalityStatistics& locality : result.statistics.localities) {
        const Traffic& traffic = locality.traffic;
        EXPECT_LE(traffic.steals_won, traffic.steals_tried);
        EXPECT_GE(traffic.tasks_received, traffic.steals_won);
        EXPECT_EQ(traffic.steal_latency.count(), traffic.steals_won);
        for (const WorkerStatistics& worker : locality.workers) executed += worker.counters.tasks;
    }
    EXPECT_EQ(executed, result.statistics.total.tasks);
    EXPECT_EQ(executed, result.statistics.total.spawns);
}

}  // namespace
}  // namespace scrump::detail

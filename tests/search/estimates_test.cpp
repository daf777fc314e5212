// Estimates of searches: exact for trees whose nodes are alike, whatever is done and left, and however it is searched.

#include "search/even_tree.hpp"
#include "search/problems.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <scrump/base/error.hpp>
#include <scrump/search/estimate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;
using test::EvenGenerator;
using test::EvenTree;

void expect_right(const Statistics& statistics, double all) {
    ASSERT_TRUE(statistics.estimate);
    const SearchEstimate& estimate = *statistics.estimate;
    EXPECT_NEAR(estimate.nodes, all, 1e-6 * all);
    EXPECT_NEAR(estimate.min_nodes, all, 1e-6 * all);
    EXPECT_NEAR(estimate.max_nodes, all, 1e-6 * all);
    EXPECT_EQ(estimate.visited, statistics.total.nodes);
    EXPECT_NEAR(estimate.part_done(), static_cast<double>(statistics.total.nodes) / all, 1e-6);
}

SearchOptions stopped_early(SearchOptions options) {
    options.node_limit = 20'000;
    options.estimates = true;
    return options;
}

TEST(Estimates, AreExactForEvenTreesHoweverTheyAreSearched) {
    const EvenTree tree;
    for (const test::Way& way : test::all_ways()) {
        SCOPED_TRACE(way.skeleton.describe() + ", " + std::to_string(way.workers) + " x " +
                     std::to_string(way.localities));
        const SearchOptions options = stopped_early(way.options());
        const auto counted = enumerate<EvenGenerator>(tree, 0, CountNodes{}, options);
        if (counted.status == Status::node_limit) expect_right(counted.statistics, static_cast<double>(tree.nodes()));
        const auto best = maximise<EvenGenerator>(tree, 0, options);
        if (best.status == Status::node_limit) expect_right(best.statistics, static_cast<double>(tree.nodes()));
    }
}

TEST(Estimates, AreExactAgainAfterAResume) {
    const EvenTree tree;
    const test::Folder folder;
    SearchOptions options = stopped_early({.skeleton = Skeleton::sequential()});
    options.checkpoints = {.file = folder / "checkpoint", .problem = "even tree"};
    std::uint64_t visited = 0;
    for (unsigned run = 0; run < 3; ++run) {
        const auto counted = enumerate<EvenGenerator>(tree, 0, CountNodes{}, options);
        ASSERT_EQ(counted.status, Status::node_limit);
        expect_right(counted.statistics, static_cast<double>(tree.nodes()));
        EXPECT_GT(counted.statistics.estimate->visited, visited);
        visited = counted.statistics.estimate->visited;
        options.checkpoints.resume = options.checkpoints.file;
    }
}

TEST(Estimates, AShardIsEstimatedByItself) {
    const EvenTree tree;
    double sum = 0;
    for (unsigned index = 1; index <= 3; ++index) {
        SearchOptions options = stopped_early({.skeleton = Skeleton::sequential()});
        options.shard = Shard{.index = index, .count = 3};
        options.checkpoints.problem = "even tree";
        const auto counted = enumerate<EvenGenerator>(tree, 0, CountNodes{}, options);
        ASSERT_EQ(counted.status, Status::node_limit);
        ASSERT_TRUE(counted.statistics.estimate);
        sum += counted.statistics.estimate->nodes;
    }
    EXPECT_NEAR(sum, static_cast<double>(tree.nodes()), 1e-3);
}

// Nothing but nodes is open in a tree that has another shape everywhere.
TEST(Estimates, AreRightForRandomTrees) {
    const test::RandomTree tree{.root_children = 3000, .most_children = 4, .depth = 12, .seed = 5};
    const auto whole =
        enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{}, {.workers = 1, .pin = false});
    const auto all = static_cast<double>(whole.value);
    const auto counted = enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{},
                                                              stopped_early({.skeleton = Skeleton::sequential()}));
    ASSERT_EQ(counted.status, Status::node_limit);
    ASSERT_TRUE(counted.statistics.estimate);
    EXPECT_NEAR(counted.statistics.estimate->nodes, all, 0.2 * all);
}

TEST(Estimates, ASearchThatEndsKnowsItsSize) {
    const EvenTree tree{.depth = 4};
    SearchOptions options{.workers = 2, .pin = false, .estimate = 1h};
    const auto counted = enumerate<EvenGenerator>(tree, 0, CountNodes{}, options);
    ASSERT_EQ(counted.status, Status::complete);
    EXPECT_EQ(counted.value, tree.nodes());
    expect_right(counted.statistics, static_cast<double>(tree.nodes()));
    EXPECT_EQ(counted.statistics.estimate->samples, 0U);
    options.estimate.reset();
    options.estimates = true;
    EXPECT_FALSE(enumerate<EvenGenerator>(tree, 0, CountNodes{}, options).statistics.estimate) << "a result is none";
}

TEST(Estimates, ADryRunEndsByItself) {
    const EvenTree tree{.depth = 24};
    for (const Skeleton& skeleton : {Skeleton::adaptive(), Skeleton::ordered(0, 4), Skeleton::steal_stack()}) {
        SCOPED_TRACE(skeleton.describe());
        const auto counted = enumerate<EvenGenerator>(
            tree, 0, CountNodes{}, {.skeleton = skeleton, .workers = 2, .pin = false, .estimate = 200ms});
        ASSERT_EQ(counted.status, Status::time_limit);
        if (!counted.statistics.estimate) continue;  // of a machine that has other things to do
        expect_right(counted.statistics, static_cast<double>(tree.nodes()));
        EXPECT_GT(counted.statistics.estimate->nodes_per_second, 0);
    }
}

TEST(Estimates, BoundsAreKnownBesides) {
    const test::Knapsack knapsack = test::Knapsack::random(40, 1);
    SearchOptions options{.skeleton = Skeleton::sequential(), .node_limit = 30, .estimates = true};
    const auto best = maximise<test::KnapsackGenerator>(knapsack, knapsack.root(), options);
    ASSERT_EQ(best.status, Status::node_limit);
    ASSERT_TRUE(best.statistics.estimate);
    EXPECT_GE(best.statistics.estimate->min_nodes, 30);
    ASSERT_TRUE(best.statistics.bound);
    options.estimates = false;
    EXPECT_EQ(best.statistics.bound,
              maximise<test::KnapsackGenerator>(knapsack, knapsack.root(), options).statistics.bound);
}

TEST(Estimates, ProgressHasThem) {
    const EvenTree tree{.depth = 24};
    std::stop_source stop;
    bool told = false;
    SearchOptions options{.workers = 2, .pin = false, .stop = stop.get_token(), .estimates = true};
    options.progress_interval = 1ms;
    options.progress = [&](const SearchProgress& now) {
        if (!now.estimate) return;
        told = true;
        EXPECT_NEAR(now.estimate->nodes, static_cast<double>(tree.nodes()), 1e-6 * static_cast<double>(tree.nodes()));
        EXPECT_LT(now.estimate->part_done(), 1);
        EXPECT_GT(now.estimate->seconds_left(), 0);
        stop.request_stop();
    };
    EXPECT_EQ(enumerate<EvenGenerator>(tree, 0, CountNodes{}, options).status, Status::cancelled);
    EXPECT_TRUE(told);
}

TEST(Estimates, AreDescribed) {
    const SearchEstimate estimate{
        .nodes = 2e9, .min_nodes = 1.5e9, .max_nodes = 8e9, .visited = 500'000'000, .nodes_per_second = 1e7};
    EXPECT_EQ(estimate.describe_rest(), "25 % of 2e+09 nodes, 2.5 min left (100 s to 12.5 min)");
    EXPECT_EQ(rough_time(3.0), "3 s");
    EXPECT_EQ(rough_time(3.0 * 3600), "3 h");
    EXPECT_EQ(rough_time(5.0 * 24 * 3600), "5 days");
    EXPECT_EQ(rough_time(5e9), "158 years");
    EXPECT_TRUE(std::isnan(SearchEstimate{.nodes = 5}.seconds_left()));
    const SearchOptions options{.estimate = 5s};
    EXPECT_NE(test::message_of<UsageError>([&] { refuse_estimate(options, "a proof"); }).find("a proof"),
              std::string::npos);
    refuse_estimate({.estimates = true}, "a proof");
}

}  // namespace
}  // namespace scrump::detail

// Every skeleton × search type × number of workers and localities gives the answer of a plain walk.

#include "search/problems.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace scrump::detail {
namespace {

using test::BatchedTreeGenerator;
using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;
using test::Way;

std::string title(const testing::TestParamInfo<Way>& info) {
    std::string text = info.param.skeleton.describe() + "_" + std::to_string(info.param.workers) + "_workers_" +
                       std::to_string(info.param.localities) + "_localities";
    std::replace_if(
        text.begin(), text.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return text;
}

class EveryWay : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Skeletons, EveryWay, testing::ValuesIn(test::all_ways_and_stacks()), title);

std::vector<std::uint64_t> per_depth(const RandomTree& tree, unsigned limit) {
    std::vector<std::uint64_t> counts;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) {
        if (node.depth > limit) return;
        if (counts.size() <= node.depth) counts.resize(node.depth + 1);
        ++counts[node.depth];
    });
    return counts;
}

TEST_P(EveryWay, CountsNodes) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const RandomTree tree{.seed = seed};
        const std::vector<std::uint64_t> expected = per_depth(tree, unlimited_depth);
        std::uint64_t all = 0;
        for (const std::uint64_t count : expected) all += count;

        const auto by_visiting = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, GetParam().options());
        EXPECT_EQ(by_visiting.value, all);
        EXPECT_EQ(by_visiting.status, Status::complete);
        EXPECT_EQ(by_visiting.statistics.total.nodes, all);

        const auto by_counting =
            enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, GetParam().options());
        EXPECT_EQ(by_counting.value, expected);
        EXPECT_EQ(by_counting.statistics.total.nodes, all);

        const auto by_batches =
            enumerate<BatchedTreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, GetParam().options());
        EXPECT_EQ(by_batches.value, expected);
        EXPECT_EQ(by_batches.status, Status::complete);
        EXPECT_EQ(by_batches.statistics.total.nodes, all);
        EXPECT_EQ(by_batches.statistics.total.backtracks, by_counting.statistics.total.backtracks);
    }
}

TEST_P(EveryWay, StopsAtTheDepthLimit) {
    const RandomTree tree{.seed = 7};
    for (const unsigned limit : {0U, 1U, 2U, 5U, 11U, 12U, 40U}) {
        SearchOptions options = GetParam().options();
        options.depth_limit = limit;
        const std::vector<std::uint64_t> expected = per_depth(tree, limit);
        EXPECT_EQ(enumerate<TreeGenerator<false>>(tree, tree.root(), CountPerDepth{}, options).value, expected)
            << limit;
        EXPECT_EQ(enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options).value, expected) << limit;
        EXPECT_EQ(enumerate<BatchedTreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options).value, expected)
            << limit;

        std::int64_t best = 0;
        tree.walk(tree.root(), [&](const RandomTree::Node& node) {
            if (node.depth <= limit) best = std::max(best, RandomTree::value(node));
        });
        EXPECT_EQ(maximise<TreeGenerator<true>>(tree, tree.root(), options).objective, best) << limit;
        EXPECT_TRUE(decide<TreeGenerator<true>>(tree, tree.root(), best, options).node.has_value()) << limit;
        EXPECT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), best + 1, options).node.has_value()) << limit;
    }
}

// A monoid that is no sum: how often each value occurs.
struct Histogram {
    using Value = std::map<std::int64_t, std::uint64_t>;
    Value identity() const { return {}; }
    void add(Value& value, const RandomTree::Node& node, unsigned) const { ++value[RandomTree::value(node) / 100]; }
    void merge(Value& value, const Value& other) const {
        for (const auto& [key, count] : other) value[key] += count;
    }
};

TEST_P(EveryWay, FoldsAnyMonoid) {
    const RandomTree tree{.seed = 11};
    Histogram::Value expected;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) { Histogram{}.add(expected, node, 0); });
    EXPECT_EQ(enumerate<TreeGenerator<true>>(tree, tree.root(), Histogram{}, GetParam().options()).value, expected);
    EXPECT_EQ(enumerate<BatchedTreeGenerator<false>>(tree, tree.root(), Histogram{}, GetParam().options()).value,
              expected);
}

TEST_P(EveryWay, FindsTheLeastAndTheGreatest) {
    for (std::uint64_t seed = 20; seed < 25; ++seed) {
        const RandomTree tree{.seed = seed};
        std::int64_t greatest = -1;
        std::int64_t least = 1000;
        tree.walk(tree.root(), [&](const RandomTree::Node& node) {
            greatest = std::max(greatest, RandomTree::value(node));
            least = std::min(least, RandomTree::value(node));
        });
        const auto top = maximise<TreeGenerator<true>>(tree, tree.root(), GetParam().options());
        EXPECT_EQ(top.objective, greatest);
        ASSERT_TRUE(top.node);
        EXPECT_EQ(RandomTree::value(*top.node), greatest);
        const auto bottom = minimise<TreeGenerator<false>>(tree, tree.root(), GetParam().options());
        EXPECT_EQ(bottom.objective, least);
        ASSERT_TRUE(bottom.node);
        EXPECT_EQ(RandomTree::value(*bottom.node), least);

        EXPECT_TRUE((decide<TreeGenerator<true>, Minimise>(tree, tree.root(), least, GetParam().options()).node));
        EXPECT_FALSE((decide<TreeGenerator<true>, Minimise>(tree, tree.root(), least - 1, GetParam().options()).node));
    }
}

TEST_P(EveryWay, BoundsCutNothingAway) {
    for (std::uint64_t seed = 1; seed <= test::few_or(20); ++seed) {
        const Knapsack knapsack = Knapsack::random(14, seed);
        const std::int64_t best = knapsack.best_by_brute_force();
        const auto optimum = maximise<KnapsackGenerator>(knapsack, knapsack.root(), GetParam().options());
        EXPECT_EQ(optimum.objective, best);
        ASSERT_TRUE(optimum.node);
        std::int64_t value = 0;
        for (const std::uint32_t item : optimum.node->chosen) value += knapsack.items[item].value;
        EXPECT_EQ(value, best);

        const auto witness = decide<KnapsackGenerator>(knapsack, knapsack.root(), best, GetParam().options());
        EXPECT_EQ(witness.status, Status::complete);
        ASSERT_TRUE(witness.node);
        EXPECT_GE(witness.node->value, best);
        const auto none = decide<KnapsackGenerator>(knapsack, knapsack.root(), best + 1, GetParam().options());
        EXPECT_EQ(none.status, Status::complete);
        EXPECT_FALSE(none.node);
    }
}

}  // namespace
}  // namespace scrump::detail

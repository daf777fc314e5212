// Samples of trees on numbers: exact where nothing is left out or nodes of a kind are alike, otherwise right on average
// and as far off as they say.

#include "../../src/search/tree_sampler.hpp"

#include "search/problems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::RandomTree;

struct Numbers final : Task {
    explicit Numbers(const RandomTree::Node& at) : Task(at.depth), node(at) {}
    RandomTree::Node node;
};

/// All nodes of a tree are promising.
class TreePlanner final : public ShardPlanner {
  public:
    explicit TreePlanner(const RandomTree& tree) : tree_(tree) {}

    Verdict visit(const Task&) override { return Verdict::descend; }
    bool worth(const Task&) override { return true; }
    bool expand(const Task&, const Take&) override { return true; }
    void probe(const Task& parent, const Take& take) override {
        const RandomTree::Node& node = static_cast<const Numbers&>(parent).node;
        for (unsigned index = 0; index < tree_.children(node); ++index) {
            ++probed.nodes;
            const RandomTree::Node child = tree_.child(node, index);
            if (tree_.children(child) > 0) take(std::make_unique<Numbers>(child));
        }
    }
    bool learns() const override { return false; }
    void keep() override {}

  private:
    const RandomTree& tree_;
};

std::uint64_t nodes_of(const RandomTree& tree, const RandomTree::Node& node) {
    std::uint64_t nodes = 0;
    tree.walk(node, [&](const RandomTree::Node&) { ++nodes; });
    return nodes;
}

std::vector<Subtree> unvisited(const std::vector<RandomTree::Node>& nodes) {
    std::vector<Subtree> open;
    for (const RandomTree::Node& node : nodes)
        open.push_back({.task = std::make_unique<Numbers>(node), .visited = false});
    return open;
}

SampledSize sampled(const RandomTree& tree, const std::vector<RandomTree::Node>& open, std::uint64_t seed,
                    std::uint64_t nodes) {
    TreeSampler sampler(std::make_unique<TreePlanner>(tree), unvisited(open), seed);
    sampler.advance(nodes);
    const std::optional<SampledSize> size = sampler.size();
    EXPECT_TRUE(size);
    return size.value_or(SampledSize{});
}

TEST(TreeSampler, ASmallTreeIsCounted) {
    const RandomTree tree{.root_children = 2, .most_children = 2, .depth = 4, .seed = 3};
    TreeSampler sampler(std::make_unique<TreePlanner>(tree), unvisited({tree.root()}), 1);
    sampler.advance(100'000);
    ASSERT_TRUE(sampler.exact());
    EXPECT_EQ(sampler.size()->nodes, static_cast<double>(nodes_of(tree, tree.root())));
    EXPECT_EQ(sampler.size()->error, 0);
    EXPECT_LT(sampler.probed(), 1000U) << "it does not go on";
}

TEST(TreeSampler, NothingOpenIsNothing) {
    const RandomTree tree;
    const SampledSize size = sampled(tree, {}, 1, 1000);
    EXPECT_TRUE(size.exact);
    EXPECT_EQ(size.nodes, 0);
}

// Visited nodes are not counted again, only what is below them.
TEST(TreeSampler, VisitedNodesAreNotCounted) {
    const RandomTree tree{.root_children = 2, .most_children = 2, .depth = 4, .seed = 3};
    std::vector<Subtree> open = unvisited({tree.root()});
    open.front().visited = true;
    TreeSampler sampler(std::make_unique<TreePlanner>(tree), std::move(open), 1);
    sampler.advance(100'000);
    EXPECT_EQ(sampler.size()->nodes, static_cast<double>(nodes_of(tree, tree.root()) - 1));
}

// Branching processes: half of the nodes are leaves, the others have one to four children.
TEST(TreeSampler, RandomTreesAreWithinTheirIntervals) {
    unsigned within = 0;
    double ratios = 0;
    constexpr unsigned trees = 40;
    for (std::uint64_t seed = 1; seed <= trees; ++seed) {
        const RandomTree tree{.root_children = 200, .most_children = 4, .depth = 14, .seed = seed};
        const auto nodes = static_cast<double>(nodes_of(tree, tree.root()));
        const SampledSize size = sampled(tree, {tree.root()}, seed, 40'000);
        EXPECT_FALSE(size.exact);
        EXPECT_GT(size.error, 0);
        if (std::abs(size.nodes - nodes) <= 2 * size.error) ++within;
        EXPECT_LT(std::abs(std::log(size.nodes / nodes)), std::log(1.5)) << "seed " << seed;
        ratios += size.nodes / nodes / trees;
    }
    EXPECT_GE(within, trees * 3 / 4);
    EXPECT_NEAR(ratios, 1, 0.05);
}

// Each sample is right on average, however poor it is: so is the mean of many that hardly have any nodes.
TEST(TreeSampler, SamplesAreRightOnAverage) {
    const RandomTree tree{.root_children = 200, .most_children = 4, .depth = 9, .seed = 2};
    const auto nodes = static_cast<double>(nodes_of(tree, tree.root()));
    double sum = 0;
    constexpr unsigned runs = 200;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) sum += sampled(tree, {tree.root()}, seed, 12'000).nodes;
    EXPECT_NEAR(sum / runs / nodes, 1, 0.01);
}

// What a search has left is at many depths.
TEST(TreeSampler, OpenNodesMayBeAnywhere) {
    const RandomTree tree{.root_children = 200, .most_children = 4, .depth = 14, .seed = 5};
    std::vector<RandomTree::Node> open;
    double nodes = 0;
    RandomTree::Node at = tree.root();
    for (unsigned depth = 0; depth < 6 && tree.children(at) > 0; ++depth) {
        const unsigned children = tree.children(at);
        for (unsigned index = 1; index < children; ++index) open.push_back(tree.child(at, index));
        at = tree.child(at, 0);
    }
    for (const RandomTree::Node& node : open) nodes += static_cast<double>(nodes_of(tree, node));
    const SampledSize size = sampled(tree, open, 1, 40'000);
    EXPECT_NEAR(size.nodes / nodes, 1, 0.2);
}

}  // namespace
}  // namespace scrump::detail

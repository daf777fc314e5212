// What the ordered skeleton promises: the same work, and the same answer, with any number of workers, every time.

#include "search/problems.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace scrump::detail {
namespace {

using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;

SearchOptions shape(unsigned workers, unsigned localities, unsigned window = 16, unsigned depth = 0) {
    return {.skeleton = Skeleton::ordered(depth, window), .workers = workers, .localities = localities, .pin = false};
}

constexpr std::pair<unsigned, unsigned> shapes[] = {{1, 1}, {2, 1}, {3, 1}, {7, 1}, {1, 3}, {2, 2}};

TEST(Ordered, OptimisationDoesTheSameWorkWithAnyNumberOfWorkers) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const Knapsack knapsack = Knapsack::random(24, seed);
        for (const unsigned window : {1U, 8U, 100U}) {
            if (test::sanitized && window != (seed == 1 ? 1U : seed == 2 ? 8U : 100U)) continue;
            const auto reference = maximise<KnapsackGenerator>(knapsack, knapsack.root(), shape(1, 1, window, 4));
            ASSERT_TRUE(reference.node);
            for (const auto& [workers, localities] : shapes) {
                for (int repetition = 0; repetition < (test::sanitized ? 1 : 3); ++repetition) {
                    const auto result =
                        maximise<KnapsackGenerator>(knapsack, knapsack.root(), shape(workers, localities, window, 4));
                    EXPECT_EQ(result.statistics.total.nodes, reference.statistics.total.nodes)
                        << workers << " × " << localities;
                    EXPECT_EQ(result.statistics.total.prunes, reference.statistics.total.prunes);
                    EXPECT_EQ(result.statistics.total.backtracks, reference.statistics.total.backtracks);
                    ASSERT_TRUE(result.node);
                    EXPECT_EQ(result.node->chosen, reference.node->chosen);
                }
            }
        }
    }
}

/// Three tasks: what the first finds would spare the second all its children. That goes on only when the third has
/// begun: then the first is committed, if there are two workers.
class SecondOfThree {
  public:
    struct Space {
        bool two_workers = false;
        mutable std::atomic<bool> third_began = false;
    };
    struct Node {
        unsigned task = 0;
        unsigned depth = 0;
    };

    SecondOfThree(const Space& space, const Node& parent)
        : parent_(parent),
          left_(parent.depth == 0  ? 3
                : parent.depth < 4 ? 1
                                   : 0) {
        if (parent.depth != 1) return;
        if (parent.task == 2) space.third_began = true;
        while (parent.task == 1 && space.two_workers && !space.third_began) std::this_thread::yield();
    }
    bool next(Node& child) {
        if (left_ == 0) return false;
        child = {.task = parent_.depth == 0 ? 3 - left_ : parent_.task, .depth = parent_.depth + 1};
        --left_;
        return true;
    }
    static int objective(const Space&, const Node& node) { return node.task == 0 && node.depth == 2 ? 5 : 0; }
    static int bound(const Space&, const Node& node) { return node.task == 1 && node.depth > 1 ? 3 : 10; }

  private:
    Node parent_;
    unsigned left_;
};

TEST(Ordered, ATaskLearnsNothingOfThoseInItsWindow) {
    for (const unsigned workers : {1U, 2U}) {
        const SecondOfThree::Space space{.two_workers = workers == 2};
        const auto result = maximise<SecondOfThree>(space, {}, shape(workers, 1, 16, 1));
        EXPECT_EQ(result.objective, 5);
        EXPECT_EQ(result.statistics.total.nodes, 1 + 3 + 3 * 3U) << workers;
        EXPECT_EQ(result.statistics.total.prunes, 0U) << workers;
    }
}

TEST(Ordered, DecisionFindsTheSameWitnessWithTheSameWork) {
    const RandomTree tree{.root_children = 8, .most_children = 5, .depth = 10, .seed = 3};
    for (const std::int64_t target : {900, 990, 998, 1000}) {
        const auto reference = decide<TreeGenerator<true>>(tree, tree.root(), target, shape(1, 1));
        for (const auto& [workers, localities] : shapes) {
            for (int repetition = 0; repetition < (test::sanitized ? 1 : 3); ++repetition) {
                const auto result = decide<TreeGenerator<true>>(tree, tree.root(), target, shape(workers, localities));
                EXPECT_EQ(result.node, reference.node) << target;
                EXPECT_EQ(result.statistics.total.nodes, reference.statistics.total.nodes) << target << ' ' << workers;
                EXPECT_EQ(result.status, Status::complete);
            }
        }
    }
}

TEST(Ordered, AWitnessOfThePlanIsCountedLikeAnyOther) {
    const RandomTree tree{.root_children = 20, .seed = 6};
    std::int64_t best = 0;
    for (unsigned child = 0; child < 20; ++child)
        best = std::max(best, RandomTree::value(tree.child(tree.root(), child)));
    const auto result = decide<TreeGenerator<true>>(tree, tree.root(), best, shape(2, 1, 16, 2));
    ASSERT_TRUE(result.node);
    EXPECT_EQ(result.node->depth, 1U);
    EXPECT_GT(result.statistics.total.nodes, 1U);
}

TEST(Ordered, EnumerationVisitsEveryNodeOnce) {
    const RandomTree tree{.seed = 9};
    const auto reference =
        enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, {.skeleton = Skeleton::sequential()});
    for (const auto& [workers, localities] : shapes) {
        const auto result = enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, shape(workers, localities));
        EXPECT_EQ(result.statistics.total.nodes, reference.value);
    }
}

TEST(Ordered, OneWorkerWithWindowOneKnowsAsMuchAsASequentialSearchInThatOrder) {
    // With a window of one, each task knows all that came before it: the work is that of one worker taking the tasks in
    // turn.
    const Knapsack knapsack = Knapsack::random(22, 5);
    const auto narrow = maximise<KnapsackGenerator>(knapsack, knapsack.root(), shape(1, 1, 1, 3));
    const auto wide = maximise<KnapsackGenerator>(knapsack, knapsack.root(), shape(1, 1, 1000, 3));
    EXPECT_EQ(narrow.objective, wide.objective);
    EXPECT_LE(narrow.statistics.total.nodes, wide.statistics.total.nodes);
}

/// The turns on the way from the root, after a one: zero is the first child.
struct Turns {
    unsigned turns = 1;
    bool operator==(const Turns&) const = default;
};
constexpr Turns with_two_discrepancies{0b1'0110};
constexpr Turns with_one{0b1'1000};

/// A binary tree of four levels: what is sought is at two of its leaves.
class TwoLeaves {
  public:
    struct Space {};
    using Node = Turns;

    TwoLeaves(const Space&, const Node& parent) : parent_(parent), left_(parent.turns < 16 ? 2 : 0) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        child.turns = 2 * parent_.turns + (2 - left_--);
        return true;
    }
    static int objective(const Space&, const Node& node) {
        return node == with_two_discrepancies || node == with_one ? 1 : 0;
    }

  private:
    Node parent_;
    unsigned left_;
};

TEST(Ordered, FewerDiscrepanciesComeFirst) {
    const auto sequential = decide<TwoLeaves>({}, {}, 1, {.skeleton = Skeleton::sequential()});
    EXPECT_EQ(sequential.node, with_two_discrepancies);
    EXPECT_EQ(decide<TwoLeaves>({}, {}, 1, shape(1, 1, 1, 3)).node, with_one);
}

}  // namespace
}  // namespace scrump::detail

// Searches of any type under the protocols of steal stacks, whose nodes are tasks: what each protocol moves, how much
// one worker alone does, and how runs end. answers_test.cpp has the answers.

#include "search/known_tree.hpp"
#include "search/problems.hpp"
#include "search/stack_runs.hpp"
#include "support/faulty_network.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;
using test::Way;

// Without a bound, each node is visited once.
const auto visit_all = [](const RandomTree& tree, const SearchOptions& options) {
    return maximise<TreeGenerator<false>>(tree, tree.root(), options);
};

TEST(TaskStacks, MoveWorkAsTheirProtocolSays) {
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        for (const auto& [workers, localities] : {std::pair{2U, 1U}, {1U, 2U}, {2U, 3U}}) {
            SCOPED_TRACE(skeleton.describe() + " " + std::to_string(workers) + " " + std::to_string(localities));
            test::expect_work_to_move(
                {.skeleton = skeleton, .workers = workers, .localities = localities, .pin = false},
                [](bool seen) { return seen; }, visit_all);
        }
    }
}

TEST(TaskStacks, MoveWorkBetweenHosts) {
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        SCOPED_TRACE(skeleton.describe());
        Session session(std::make_unique<GroupOfOne>(AccessMode::messages));
        test::expect_work_to_move(
            {.skeleton = skeleton, .workers = 2, .localities = 2, .session = &session, .pin = false},
            [](bool seen) { return seen; }, visit_all);
    }
}

TEST(TaskStacks, EndOnceWhateverMessagesDo) {
    const std::vector<Skeleton> skeletons = test::all_stack_skeletons();
    for (std::uint64_t run = 0; run < test::few_or(300); ++run) {
        const RandomTree tree{.root_children = 40, .most_children = 3, .depth = 9, .seed = run};
        std::uint64_t nodes = 0;
        std::int64_t best = 0;
        tree.walk(tree.root(), [&](const RandomTree::Node& node) {
            ++nodes;
            best = std::max(best, RandomTree::value(node));
        });
        Session session(std::make_unique<test::FaultyGroup>(run));
        const SearchOptions options{.skeleton = skeletons[run % skeletons.size()],
                                    .workers = 1 + static_cast<unsigned>(run % 2),
                                    .localities = 2 + static_cast<unsigned>(run % 3),
                                    .session = &session,
                                    .pin = false};
        SCOPED_TRACE(options.skeleton.describe() + ", run " + std::to_string(run));
        const auto found = maximise<TreeGenerator<false>>(tree, tree.root(), options);
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.objective, best);
        ASSERT_EQ(found.statistics.total.nodes, nodes) << "each once";
        ASSERT_TRUE(decide<TreeGenerator<false>>(tree, tree.root(), best, options).node);
        ASSERT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), best + 1, options).node);
    }
}

// A worker alone shares nothing, and so visits what the sequential search visits.
TEST(TaskStacks, OneWorkerDoesTheSameAsTheSequentialSearch) {
    for (std::uint64_t seed = 1; seed < 10; ++seed) {
        const Knapsack knapsack = Knapsack::random(16, seed);
        const auto expected =
            maximise<KnapsackGenerator>(knapsack, knapsack.root(), {.skeleton = Skeleton::sequential()});
        for (const Skeleton& skeleton : test::all_stack_skeletons()) {
            SCOPED_TRACE(skeleton.describe());
            const auto found =
                maximise<KnapsackGenerator>(knapsack, knapsack.root(), {.skeleton = skeleton, .workers = 1});
            EXPECT_EQ(found.node->chosen, expected.node->chosen);
            EXPECT_EQ(found.statistics.total.nodes, expected.statistics.total.nodes);
            EXPECT_EQ(found.statistics.total.prunes, expected.statistics.total.prunes);
            EXPECT_EQ(found.statistics.total.backtracks, expected.statistics.total.backtracks);
            EXPECT_EQ(test::stacks_of(found.statistics).releases, 0U);
        }
    }
}

/// Its nodes grow with their depth, beyond all that a stack expects of them.
struct Swelling {
    unsigned depth = 12;

    struct Node {
        unsigned depth = 0;
        std::string path;

        template <class Archive>
        void serialize(Archive& archive) {
            archive(depth, path);
        }
    };
};
class SwellingGenerator {
  public:
    using Space = Swelling;
    using Node = Swelling::Node;

    SwellingGenerator(const Swelling& space, const Node& parent)
        : parent_(&parent), left_(parent.depth < space.depth ? 2 : 0) {}

    bool next(Node& child) {
        if (left_ == 0) return false;
        child.depth = parent_->depth + 1;
        child.path = parent_->path + std::string(growth, left_-- == 2 ? 'a' : 'b');
        return true;
    }
    // Only the last leaf has all the letters b.
    static int objective(const Swelling&, const Node& node) {
        return static_cast<int>(std::count(node.path.begin(), node.path.end(), 'b'));
    }

    static constexpr int growth = 300;

  private:
    const Node* parent_;
    int left_;
};

TEST(TaskStacks, NodesThatOutgrowTheirPlaceStay) {
    const Swelling space;
    const std::uint64_t all = (std::uint64_t{2} << space.depth) - 1;
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        for (const auto& [workers, localities] : {std::pair{4U, 1U}, {2U, 2U}}) {
            SCOPED_TRACE(skeleton.describe());
            const auto found = maximise<SwellingGenerator>(
                space, Swelling::Node{},
                {.skeleton = skeleton, .workers = workers, .localities = localities, .pin = false});
            EXPECT_EQ(found.statistics.total.nodes, all);
            EXPECT_EQ(found.objective, static_cast<int>(space.depth) * SwellingGenerator::growth);
        }
    }
}

TEST(TaskStacks, RefuseNodesThatTakeAllMemory) {
    const Swelling space;
    const Swelling::Node large{.depth = 0, .path = std::string(1 << 20U, 'c')};
    const auto search = [&](const StealProtocol& protocol) {
        return maximise<SwellingGenerator>(
                   space, large, {.skeleton = Skeleton::steal_stack(protocol), .workers = 1, .depth_limit = 2})
            .statistics.total.nodes;
    };
    EXPECT_EQ(test::message_of([&] { search({.chunk = 100}); }),
              "steal-stack: the shared part of a stack would take 3201 MiB, more than 256: choose a smaller chunk, or "
              "protocol=message-passing");
    EXPECT_EQ(search({.kind = StealProtocol::Kind::message_passing, .chunk = 100}), 7U);
    EXPECT_EQ(search({.chunk = 1}), 7U);
}

TEST(TaskStacks, StopAtLimitsWithTheBestSoFar) {
    const RandomTree endless{.root_children = 20, .most_children = 8, .depth = 1'000'000, .seed = 1};
    const test::KnownTree known(RandomTree{.root_children = 5000, .most_children = 5, .depth = 12, .seed = 3}, 400);
    for (const Way& way : test::ways_of(test::all_stack_skeletons())) {
        SCOPED_TRACE(way.skeleton.describe());
        SearchOptions options = way.options();
        options.node_limit = 5000;
        const auto found = maximise<TreeGenerator<false>>(endless, endless.root(), options);
        EXPECT_EQ(found.status, Status::node_limit);
        ASSERT_TRUE(found.node);
        EXPECT_EQ(RandomTree::value(*found.node), found.objective);
        EXPECT_GE(found.statistics.total.nodes, 5000U);
        options.node_limit = 100;
        const auto bounded = maximise<test::KnownGenerator>(known, known.tree.root(), options);
        EXPECT_EQ(bounded.status, Status::node_limit);
        ASSERT_TRUE(bounded.statistics.bound);
        EXPECT_EQ(*bounded.statistics.bound, test::KnownGenerator::bound(known, known.tree.root()))
            << "the bounds of open nodes are not known";
    }
}

// All others stop at once, of however many nodes there may be.
TEST(TaskStacks, TheFirstWitnessEndsAll) {
    const RandomTree endless{.root_children = 20, .most_children = 8, .depth = 1'000'000, .seed = 1};
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        SCOPED_TRACE(skeleton.describe());
        const SearchOptions options{.skeleton = skeleton, .workers = 2, .pin = false, .node_limit = 20'000'000};
        const auto found = decide<TreeGenerator<false>>(endless, endless.root(), 999, options);
        EXPECT_EQ(found.status, Status::complete);
        ASSERT_TRUE(found.node);
        EXPECT_EQ(RandomTree::value(*found.node), 999);
        EXPECT_LT(found.statistics.total.nodes, *options.node_limit);
    }
}

// Between two looks at its stack a worker does what else it has to do.
TEST(TaskStacks, AHeuristicRunsBesideThem) {
    const Knapsack knapsack = Knapsack::random(16, 3);
    const std::int64_t best = knapsack.best_by_brute_force();
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        SCOPED_TRACE(skeleton.describe());
        unsigned calls = 0;
        const auto none =
            decide<TreeGenerator<false>>(RandomTree{.root_children = 2000}, RandomTree{}.root(), 1000,
                                         {.skeleton = skeleton, .workers = 2, .pin = false},
                                         {.primal_heuristic = {.run =
                                                                   [&](std::int64_t) {
                                                                       ++calls;
                                                                       return std::optional<RandomTree::Node>();
                                                                   },
                                                               .period = 40}});
        EXPECT_FALSE(none.node);
        EXPECT_GT(calls, 5U);
        Knapsack::Node good = knapsack.root();
        good.value = best;
        const auto found = decide<KnapsackGenerator>(
            knapsack, knapsack.root(), best, {.skeleton = skeleton, .workers = 2, .pin = false},
            {.primal_heuristic = {.run = [&](std::int64_t) { return std::optional(good); }, .period = 1}});
        EXPECT_TRUE(found.node);
    }
}

/// Throws at some node.
class Throwing : public TreeGenerator<false> {
  public:
    using TreeGenerator<false>::TreeGenerator;
    static std::int64_t objective(const Space& space, const Node& node) {
        if (node.depth == space.depth) throw std::runtime_error("no more");
        return RandomTree::value(node);
    }
};

TEST(TaskStacks, PassOnWhatGoesWrong) {
    const RandomTree tree{.root_children = 100, .depth = 10, .seed = 2};
    for (const Way& way : test::ways_of(test::all_stack_skeletons())) {
        EXPECT_EQ(test::message_of<std::exception>([&] { maximise<Throwing>(tree, tree.root(), way.options()); }),
                  "no more")
            << way.skeleton.describe();
    }
}

}  // namespace
}  // namespace scrump::detail

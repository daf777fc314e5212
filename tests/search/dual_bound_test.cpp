// How good an answer can still be: the bounds of what is left, when a run is stopped and while it lasts.

#include "search/known_tree.hpp"
#include "search/problems.hpp"

#include <scrump/base/error.hpp>
#include <scrump/search/best.hpp>
#include <scrump/search/detail/dual_bound.hpp>
#include <scrump/search/detail/score.hpp>
#include <scrump/search/figures.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

namespace scrump::detail {
namespace {

using test::KnownGenerator;
using test::KnownTree;
using test::Way;
using namespace std::chrono_literals;

constexpr double infinite = std::numeric_limits<double>::infinity();

TEST(RelativeGap, IsAPartOfTheObjective) {
    EXPECT_DOUBLE_EQ(relative_gap(10, 11), 0.1);
    EXPECT_DOUBLE_EQ(relative_gap(-10, -8), 0.2);
    EXPECT_EQ(relative_gap(0, 0), 0);
    EXPECT_EQ(relative_gap(0, 1), infinite);
}

TEST(Score, IsNeverWorseThanTheObjective) {
    constexpr std::int64_t large = (std::int64_t{1} << 60) + 1;  // no double
    EXPECT_GT(static_cast<long double>(score_of<Maximise>(large)), static_cast<long double>(large));
    EXPECT_GE(static_cast<long double>(score_of<Minimise>(large)), -static_cast<long double>(large));
    EXPECT_EQ(score_of<Maximise>(7), 7);
    EXPECT_EQ(score_of<Minimise>(7), -7);
}

TEST(StateWriter, KeepsTheBestOfBoundsAlone) {
    StateWriter first(true);
    EXPECT_TRUE(first.bounds_only());
    EXPECT_EQ(best_score_in(first.take()), nothing_left);
    first.bound(3);
    first.bound(5);
    first.bound(4);
    StateWriter second(true);
    second.bound(-1);
    EXPECT_EQ(best_score_in(second.take() + first.take()), 5);
}

TEST(DualBound, OnlyEverImproves) {
    const Clock::time_point start{};
    DualBound bound(100, 10ms, start);
    EXPECT_EQ(bound.score(), 100);
    bound.learn(50, 0ms, start);
    bound.learn(70, 0ms, start);
    EXPECT_EQ(bound.score(), 50);
}

TEST(DualBound, TakesAHundredthOfTheTimeAtMost) {
    const Clock::time_point start{};
    DualBound bound(100, 10ms, start);
    EXPECT_FALSE(bound.due(start + 9ms));
    EXPECT_TRUE(bound.due(start + 10ms));
    bound.ask(start + 10ms);
    bound.learn(50, 3ms, start + 20ms);
    EXPECT_FALSE(bound.due(start + 319ms));
    EXPECT_TRUE(bound.due(start + 320ms));
    bound.ask(start + 400ms);
    bound.learn(50, 0ms, start + 500ms);
    EXPECT_EQ(bound.deadline(), start + 1500ms);
}

/// The same the other way round.
class NegatedGenerator : public KnownGenerator {
  public:
    using KnownGenerator::KnownGenerator;
    static std::int64_t objective(const Space& space, const Node& node) {
        return -KnownGenerator::objective(space, node);
    }
    static std::int64_t bound(const Space& space, const Node& node) { return -KnownGenerator::bound(space, node); }
};

class StoppedRun : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Skeletons, StoppedRun,
                         testing::Values(Way{Skeleton::sequential(), 1, 1}, Way{Skeleton::depth_bounded(3), 2, 1},
                                         Way{Skeleton::stack_stealing(), 2, 2}, Way{Skeleton::budget(1), 3, 1},
                                         Way{Skeleton::budget(1), 2, 3}, Way{Skeleton::ordered(2), 2, 1},
                                         Way{Skeleton::ordered(2), 1, 2}, Way{Skeleton::adaptive(), 2, 2}));

TEST_P(StoppedRun, KnowsHowGoodTheBestIs) {
    unsigned stopped = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const KnownTree tree({.seed = seed});
        for (const std::uint64_t limit : {2U, 7U, 20U, 50U}) {
            SearchOptions options = GetParam().options();
            options.node_limit = limit;
            const auto result = maximise<KnownGenerator>(tree, tree.tree.root(), options);
            ASSERT_TRUE(result.statistics.bound) << "seed " << seed << ", " << limit << " nodes";
            EXPECT_EQ(*result.statistics.bound, tree.optimum()) << "seed " << seed << ", " << limit << " nodes";
            if (result.status == Status::node_limit) ++stopped;
            if (result.status == Status::complete) {
                EXPECT_EQ(result.objective, tree.optimum());
            }
        }
        SearchOptions options = GetParam().options();
        options.node_limit = 5;
        const auto result = minimise<NegatedGenerator>(tree, tree.tree.root(), options);
        EXPECT_EQ(result.statistics.bound, -tree.optimum());
    }
    EXPECT_GT(stopped, 0U);
}

TEST(StoppedRunWithCheckpoints, KnowsItFromTheLastOne) {
    const KnownTree tree({.seed = 3});
    const std::string file = testing::TempDir() + "dual-bound.checkpoint";
    std::remove(file.c_str());
    const SearchOptions options{.skeleton = Skeleton::budget(1),
                                .workers = 2,
                                .localities = 2,
                                .pin = false,
                                .node_limit = 4,
                                .checkpoints = {.file = file, .problem = "a tree"}};
    const auto result = maximise<KnownGenerator>(tree, tree.tree.root(), options);
    ASSERT_EQ(result.status, Status::node_limit);
    EXPECT_EQ(result.statistics.bound, tree.optimum());
    EXPECT_EQ(result.statistics.checkpoints.written, 1U);
    const auto rest = maximise<KnownGenerator>(
        tree, tree.tree.root(), {.workers = 1, .pin = false, .checkpoints = {.resume = file, .problem = "a tree"}});
    EXPECT_EQ(rest.status, Status::complete);
    EXPECT_EQ(rest.objective, tree.optimum());
    std::remove(file.c_str());
}

/// A tree without end, of which each node says that there is at most one more than a hundredth of its depth below it.
class PromisingGenerator {
  public:
    struct Space {};
    struct Node {
        unsigned depth = 0;
    };
    PromisingGenerator(const Space&, const Node& parent) : parent_(&parent) {}
    bool next(Node& child) {
        if (made_ == 2) return false;
        ++made_;
        child.depth = parent_->depth + 1;
        return true;
    }
    static double objective(const Space&, const Node& node) { return 100.0 - 1.0 / (1 + node.depth); }
    static double bound(const Space&, const Node& node) { return node.depth == 0 ? 1e6 : 101.0; }

  private:
    const Node* parent_;
    unsigned made_ = 0;
};

// Endlessly many children, each as good as anything can be.
class CrowdGenerator {
  public:
    using Space = int;
    using Node = int;

    CrowdGenerator(const Space&, const Node&) {}

    bool next(Node& child) {
        child = 1;
        return true;
    }
    static int objective(const Space&, const Node& node) { return 100 * node; }
    static int bound(const Space&, const Node&) { return 100; }
};

TEST(Gap, IsNoneWhereNothingBetterIsLeft) {
    const auto result = maximise<CrowdGenerator>(0, 0, {.skeleton = Skeleton::sequential(), .gap = 0});
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(result.objective, 100);
    EXPECT_EQ(result.statistics.bound, 100);
}

TEST_P(StoppedRun, EndsWhenItIsNearEnough) {
    SearchOptions options = GetParam().options();
    options.depth_limit = 200;
    options.gap = 0.02;
    const auto result = maximise<PromisingGenerator>({}, {}, options);
    EXPECT_EQ(result.status, Status::gap);
    EXPECT_EQ(result.statistics.bound, 101);
    EXPECT_LE(relative_gap(result.objective, *result.statistics.bound), 0.02);
}

TEST_P(StoppedRun, TellsTheBoundMeanwhile) {
    std::stop_source source;
    std::atomic<bool> told = false;
    SearchOptions options = GetParam().options();
    options.depth_limit = 200;
    options.stop = source.get_token();
    options.progress_interval = 1ms;
    options.progress = [&](const SearchProgress& progress) {
        ASSERT_TRUE(progress.bound);
        if (*progress.bound != 101) return;
        told = true;
        source.request_stop();
    };
    EXPECT_EQ(maximise<PromisingGenerator>({}, {}, options).status, Status::cancelled);
    EXPECT_TRUE(told);
}

struct Halves {
    using Space = int;
    struct Node {};

    Halves(const Space&, const Node&) {}
    static bool next(Node&) { return false; }
    static double objective(const Space& space, const Node&) { return space / 2.0; }
};

TEST(Target, IsNoNaN) {
    EXPECT_TRUE(decide<Halves>(3, {}, 1.5).node);
    EXPECT_THROW(decide<Halves>(3, {}, std::nan("")), UsageError);
    EXPECT_THROW(best<Halves>(3, {}, {.at_least = std::nan("")}), UsageError);
}

TEST(Gap, IsRefusedWhereThereIsNone) {
    const test::RandomTree tree;
    const auto refuses = [](const auto& search) { EXPECT_THROW(search(), UsageError); };
    refuses([&] { return maximise<PromisingGenerator>({}, {}, {.gap = -0.1}); });
    refuses([&] { return maximise<PromisingGenerator>({}, {}, {.gap = std::nan("")}); });
    refuses([&] { return decide<PromisingGenerator>({}, {}, 7, {.gap = 0.1}); });
    refuses([&] { return maximise<test::TreeGenerator<true>>(tree, tree.root(), {.gap = 0.1}); });
    refuses([&] { return enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{}, {.gap = 0.1}); });
}

TEST(StoppedRun, TakesWhatIsKnownBesideTheTreeIfThatIsBetter) {
    const KnownTree tree(test::RandomTree{.seed = 2}, 100);
    const auto bound_with = [&](std::int64_t known) {
        const SearchOptions options{.skeleton = Skeleton::sequential(), .node_limit = 2};
        const auto result = maximise<KnownGenerator>(tree, tree.tree.root(), options, {.bound = [=] { return known; }});
        EXPECT_EQ(result.status, Status::node_limit);
        return result.statistics.bound;
    };
    EXPECT_EQ(bound_with(tree.optimum() + 1), tree.optimum() + 1);
    EXPECT_EQ(bound_with(tree.optimum() + 1000), tree.optimum() + 100) << "what is left of the tree says more";
    EXPECT_EQ(bound_with(-1'000'000), bound_with(std::numeric_limits<std::int64_t>::min()))
        << "it is never worse than what was found";
    const auto least =
        minimise<NegatedGenerator>(tree, tree.tree.root(), {.skeleton = Skeleton::sequential(), .node_limit = 2},
                                   {.bound = [&] { return -tree.optimum() - 1; }});
    EXPECT_EQ(least.statistics.bound, -tree.optimum() - 1);
    // Near enough at once.
    const auto near = maximise<KnownGenerator>(tree, tree.tree.root(), {.workers = 1, .gap = 1e9},
                                               {.bound = [&] { return tree.optimum(); }});
    EXPECT_NE(near.status, Status::node_limit);
}

TEST(StoppedRun, EndsWithWhatTheBoundThrows) {
    const KnownTree tree({.seed = 2});
    const auto search = [&] {
        return maximise<KnownGenerator>(tree, tree.tree.root(), {.skeleton = Skeleton::sequential(), .node_limit = 2},
                                        {.bound = []() -> std::int64_t { throw Error("no bound today"); }});
    };
    EXPECT_THROW(search(), Error);
}

TEST(CompleteRun, KnowsNoBoundWhereThereIsNoSolution) {
    const KnownTree tree({.seed = 1});
    const auto found = maximise<KnownGenerator>(tree, tree.tree.root(), {.workers = 2, .pin = false});
    EXPECT_EQ(found.statistics.bound, tree.optimum());
    const auto decided = decide<KnownGenerator>(tree, tree.tree.root(), 5001, {.workers = 2, .pin = false});
    EXPECT_FALSE(decided.statistics.bound);
    const auto unbounded = maximise<test::TreeGenerator<true>>(tree.tree, tree.tree.root(), {.pin = false});
    EXPECT_FALSE(unbounded.statistics.bound);
}

}  // namespace
}  // namespace scrump::detail

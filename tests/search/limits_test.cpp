// Runs that end early: limits, cancellation, exceptions; and what is told meanwhile.

#include "search/problems.hpp"

#include <gtest/gtest.h>

#include <support/sanitized.hpp>

#include <sys/resource.h>
#include <atomic>
#include <stdexcept>
#include <thread>

namespace scrump::detail {
namespace {

using test::Way;
using std::chrono_literals::operator""ms;

/// A binary tree without end.
struct Endless {
    struct Node {
        std::uint64_t label = 1;
        unsigned depth = 0;
    };
};
class EndlessGenerator {
  public:
    using Space = Endless;
    using Node = Endless::Node;
    EndlessGenerator(const Space&, const Node& parent) : parent_(&parent) {}
    bool next(Node& child) {
        if (made_ == 2) return false;
        child = {parent_->label * 2 + made_++, parent_->depth + 1};
        if (child.depth > 1000) child.depth = 1000;
        return true;
    }
    static std::int32_t objective(const Space&, const Node& node) {
        return static_cast<std::int32_t>(node.depth % 100);
    }

  private:
    const Node* parent_;
    unsigned made_ = 0;
};

/// Depth first would dive for ever: a depth limit keeps it in a tree that is merely much too large.
SearchOptions endless(const Way& way) {
    SearchOptions options = way.options();
    options.depth_limit = 200;
    return options;
}

class EndedRun : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Skeletons, EndedRun,
                         testing::Values(Way{Skeleton::sequential(), 1, 1}, Way{Skeleton::depth_bounded(3), 2, 1},
                                         Way{Skeleton::stack_stealing(), 2, 2}, Way{Skeleton::budget(100), 3, 1},
                                         Way{Skeleton::ordered(3), 2, 1}, Way{Skeleton::ordered(3), 1, 2},
                                         Way{Skeleton::adaptive(), 1, 1}, Way{Skeleton::adaptive(), 2, 3}));

TEST_P(EndedRun, ATimeLimitStopsWithTheBestSoFar) {
    SearchOptions options = endless(GetParam());
    // Where the processors have other things to do, a short time may be over before the first node.
    for (auto limit = 5ms;; limit *= 2) {
        options.time_limit = limit;
        const auto result = maximise<EndlessGenerator>(Endless{}, {}, options);
        ASSERT_EQ(result.status, Status::time_limit);
        if (result.node) break;
        ASSERT_LT(limit, 10000ms);
    }
}

TEST_P(EndedRun, ANodeLimitStopsSoonAfterIt) {
    for (const std::uint64_t limit : {1U, 1000U, 100'000U}) {
        SearchOptions options = endless(GetParam());
        options.node_limit = limit;
        const auto result = enumerate<EndlessGenerator>(Endless{}, {}, CountNodes{}, options);
        EXPECT_EQ(result.status, Status::node_limit);
        EXPECT_GE(result.statistics.total.nodes, limit);
    }
}

TEST_P(EndedRun, AnotherThreadCancels) {
    std::stop_source source;
    std::atomic<bool> running = false;
    SearchOptions options = endless(GetParam());
    options.stop = source.get_token();
    options.progress_interval = 1ms;
    options.progress = [&](const SearchProgress& progress) {
        EXPECT_GE(progress.workers, 1U);
        running.store(true);
        running.notify_all();
    };
    std::jthread canceller([&] {
        running.wait(false);
        source.request_stop();
    });
    EXPECT_EQ(decide<EndlessGenerator>(Endless{}, {}, 1000, options).status, Status::cancelled);
}

TEST_P(EndedRun, ARequestMadeBeforehandCancelsAtOnce) {
    std::stop_source source;
    source.request_stop();
    SearchOptions options = endless(GetParam());
    options.stop = source.get_token();
    EXPECT_EQ(enumerate<EndlessGenerator>(Endless{}, {}, CountNodes{}, options).status, Status::cancelled);
}

TEST_P(EndedRun, ADecisionStopsAllAtTheFirstWitness) {
    const auto result = decide<EndlessGenerator>(Endless{}, {}, 99, endless(GetParam()));
    EXPECT_EQ(result.status, Status::complete);
    ASSERT_TRUE(result.node);
    EXPECT_GE(EndlessGenerator::objective({}, *result.node), 99);
}

struct Thrower {
    using Value = std::uint64_t;
    Value identity() const { return 0; }
    void add(Value& value, const Endless::Node& node, unsigned) const {
        if (++value > 1000) throw std::runtime_error("no more than " + std::to_string(node.depth > 0 ? 1000 : 0));
    }
    void merge(Value& value, const Value& other) const { value += other; }
};

TEST_P(EndedRun, AnExceptionOfTheUserEndsTheRunAndArrives) {
    try {
        enumerate<EndlessGenerator>(Endless{}, {}, Thrower{}, endless(GetParam()));
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "no more than 1000");
    }
}

/// A generator that owns memory and must be destroyed: the engine may leak none, whatever ends the run.
class OwningGenerator {
  public:
    using Space = Endless;
    using Node = Endless::Node;
    OwningGenerator(const Space& space, const Node& parent)
        : inner_(std::make_unique<EndlessGenerator>(space, parent)) {}
    bool next(Node& child) { return inner_->next(child); }

  private:
    std::unique_ptr<EndlessGenerator> inner_;
};

TEST_P(EndedRun, GeneratorsThatOwnMemoryAreDestroyed) {
    SearchOptions options = endless(GetParam());
    EXPECT_THROW(enumerate<OwningGenerator>(Endless{}, {}, Thrower{}, options), std::runtime_error);
    options.node_limit = 5000;
    EXPECT_EQ(enumerate<OwningGenerator>(Endless{}, {}, CountNodes{}, options).status, Status::node_limit);
    options.node_limit.reset();
    options.depth_limit = 10;
    EXPECT_EQ(enumerate<OwningGenerator>(Endless{}, {}, CountNodes{}, options).value, 2047U);
}

TEST_P(EndedRun, PerWorkerCountersAddUp) {
    const test::RandomTree tree{.seed = 4};
    const auto result = enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{}, GetParam().options());
    Counters sum;
    for (const LocalityStatistics& locality : result.statistics.localities) {
        for (const WorkerStatistics& worker : locality.workers) sum += worker.counters;
        sum.steals_tried += locality.traffic.steals_tried;
        sum.steals_won += locality.traffic.steals_won;
    }
    EXPECT_EQ(sum, result.statistics.total);
    EXPECT_EQ(sum.nodes, result.value);
    EXPECT_LE(sum.steals_won, sum.steals_tried);
    EXPECT_EQ(sum.tasks, sum.spawns);
    EXPECT_GT(result.statistics.seconds, 0);
}

/// A path: each node has one child.
class PathGenerator {
  public:
    using Space = Endless;
    using Node = Endless::Node;
    PathGenerator(const Space&, const Node& parent) : depth_(parent.depth) {}
    bool next(Node& child) {
        if (done_ || depth_ == 20'000'000) return false;
        done_ = true;
        child.depth = depth_ + 1;
        return true;
    }

  private:
    unsigned depth_;
    bool done_ = false;
};

TEST(Depth, AMillionLevelsOverflowNothing) {
    for (const Skeleton& skeleton :
         {Skeleton::sequential(), Skeleton::adaptive(), Skeleton::stack_stealing(), Skeleton::budget(1000)}) {
        const auto result = enumerate<PathGenerator>(
            Endless{}, {}, CountNodes{}, {.skeleton = skeleton, .workers = 2, .pin = false, .depth_limit = 1'000'000});
        EXPECT_EQ(result.value, 1'000'001U);
    }
}

TEST(Limits, ANodeLimitIsMetWhereNothingBacktracks) {
    const auto result =
        enumerate<PathGenerator>(Endless{}, {}, CountNodes{}, {.workers = 2, .pin = false, .node_limit = 1000});
    EXPECT_EQ(result.status, Status::node_limit);
}

TEST(Limits, ATimeLimitBeyondTheClockIsNone) {
    const test::RandomTree tree{.seed = 2};
    const auto result = enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{},
                                                             {.time_limit = std::chrono::nanoseconds::max()});
    EXPECT_EQ(result.status, Status::complete);
}

/// Children 1 … 39 of the root are leaves with great objectives; the first one is the root of an endless tree.
class LateGenerator {
  public:
    using Space = Endless;
    using Node = Endless::Node;
    LateGenerator(const Space&, const Node& parent) : parent_(&parent) {
        if (parent.depth == 0) left_ = 40;
        if (parent.depth > 0 && parent.label < 2) left_ = 2;
    }
    bool next(Node& child) {
        if (left_ == 0) return false;
        child = {parent_->depth == 0 ? 41 - left_ : 1, parent_->depth + 1};
        --left_;
        return true;
    }
    static std::int32_t objective(const Space&, const Node& node) {
        return node.depth == 2 && node.label == 1 ? 1 : node.label > 1 ? static_cast<std::int32_t>(node.label) : 0;
    }

  private:
    const Node* parent_;
    std::uint64_t left_ = 0;
};

/// The same one level deeper, so that the great objectives are found by tasks and not by the plan.
class LaterGenerator {
  public:
    using Space = Endless;
    using Node = Endless::Node;
    LaterGenerator(const Space& space, const Node& parent)
        : inner_(space, parent), leaf_(parent.label > 1 && parent.label < 100) {
        if (leaf_) label_ = parent.label + 100;
        depth_ = parent.depth;
    }
    bool next(Node& child) {
        if (leaf_) {
            child = {label_, depth_ + 1};
            return std::exchange(label_, 0) != 0;
        }
        return inner_.next(child);
    }
    static std::int32_t objective(const Space&, const Node& node) {
        return node.label > 100 ? static_cast<std::int32_t>(node.label) : 0;
    }

  private:
    LateGenerator inner_;
    bool leaf_;
    std::uint64_t label_ = 0;
    unsigned depth_ = 0;
};

TEST(Limits, AnOrderedRunThatStopsTellsWhatWasFoundOutOfOrder) {
    for (const unsigned localities : {1U, 2U}) {
        SearchOptions options{
            .skeleton = Skeleton::ordered(1, 100), .workers = 2, .localities = localities, .pin = false};
        options.depth_limit = 100;
        options.node_limit = test::sanitized ? 2'000'000 : 20'000'000;
        const auto result = maximise<LaterGenerator>(Endless{}, {}, options);
        EXPECT_EQ(result.status, Status::node_limit);
        EXPECT_EQ(result.objective, 140) << "the first task never ends, the others found this";
    }
}

/// A node with more children than should be drawn at once.
class WideGenerator {
  public:
    using Space = Endless;
    using Node = Endless::Node;
    WideGenerator(const Space&, const Node& parent) : left_(parent.depth == 0 ? 3'000'000 : 0) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child.depth = 1;
        return true;
    }
    std::uint64_t remaining() const { return left_; }

  private:
    std::uint64_t left_;
};

TEST(Limits, AWideNodeIsCountedAndSharedInPortions) {
    for (const Skeleton& skeleton : {Skeleton::adaptive(), Skeleton::stack_stealing(), Skeleton::budget(10'000)}) {
        const auto result = enumerate<WideGenerator>(
            Endless{}, {}, CountIf{[](const Endless::Node&, unsigned depth) { return depth == 1; }},
            {.skeleton = skeleton, .workers = 3, .pin = false});
        EXPECT_EQ(result.value, 3'000'000U);
    }
}

/// The third parameter is no objective to beat.
class OtherwiseMadeGenerator : public EndlessGenerator {
  public:
    OtherwiseMadeGenerator(const Space& space, const Node& parent, unsigned = 0) : EndlessGenerator(space, parent) {}
};
class ToBeatGenerator : public EndlessGenerator {
  public:
    ToBeatGenerator(const Space& space, const Node& parent, std::int32_t = 0) : EndlessGenerator(space, parent) {}
};
static_assert(!KnowsIncumbent<OtherwiseMadeGenerator>);
static_assert(KnowsIncumbent<ToBeatGenerator>);

/// Of memory, at most, in kilobytes.
long used_so_far() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

// What each has and does must not grow with their number: it would take one and a half gigabytes, and minutes.
TEST(Localities, ThereMayBeAThousand) {
    if (test::sanitized) GTEST_SKIP() << "takes too many threads";
    constexpr unsigned thousand = 1024;
    const test::RandomTree tree{.seed = 4};
    const auto alone = enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{}, {.workers = 1});
    const long before = used_so_far();
    const auto many = enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{},
                                                           {.workers = 1, .localities = thousand, .pin = false});
    EXPECT_EQ(many.value, alone.value);
    EXPECT_EQ(many.statistics.localities.size(), thousand);
    EXPECT_LT(used_so_far() - before, 512 * 1024);
}

TEST(SearchOptions, ThoseThatCannotBeAreRefused) {
    EXPECT_THROW(enumerate<PathGenerator>(Endless{}, {}, CountNodes{}, {.workers = 5000}), UsageError);
    EXPECT_THROW(decide<EndlessGenerator>(Endless{}, {}, 0, {.workers = 5000}), UsageError);
    EXPECT_THROW(decide<EndlessGenerator>(Endless{}, {}, 0, {.localities = 0}), UsageError);
    EXPECT_THROW(enumerate<PathGenerator>(Endless{}, {}, CountNodes{}, {.workers = 100, .localities = 100}),
                 UsageError);
}

TEST(SearchHints, AKnownSolutionIsTheOneToBeat) {
    const test::Knapsack knapsack = test::Knapsack::random(14, 3);
    // One worker: who steals searches what another would have pruned.
    const SearchOptions alone{.workers = 1, .pin = false};
    const auto first = maximise<test::KnapsackGenerator>(knapsack, knapsack.root(), alone);
    const auto again = maximise<test::KnapsackGenerator>(knapsack, knapsack.root(), alone, {.start = first.node});
    EXPECT_EQ(again.objective, first.objective);
    ASSERT_TRUE(again.node);
    EXPECT_EQ(again.node->chosen, first.node->chosen);
    EXPECT_LE(again.statistics.total.nodes, first.statistics.total.nodes);
}

TEST(SearchHints, APrimalHeuristicIsRunAndBelieved) {
    unsigned ran = 0;
    PrimalHeuristic<EndlessGenerator> heuristic{.run = [&](std::int32_t to_beat) -> std::optional<Endless::Node> {
                                                    EXPECT_GE(to_beat, 0);
                                                    if (++ran < 3) return std::nullopt;
                                                    return Endless::Node{.label = 42, .depth = 99};
                                                },
                                                .period = 10};
    const auto result = decide<EndlessGenerator>(Endless{}, {}, 99, {.workers = 2, .pin = false, .depth_limit = 30},
                                                 {.primal_heuristic = heuristic});
    ASSERT_TRUE(result.node);
    EXPECT_EQ(result.node->label, 42U);
    EXPECT_EQ(ran, 3U) << "its answer ended the search";
}

}  // namespace
}  // namespace scrump::detail

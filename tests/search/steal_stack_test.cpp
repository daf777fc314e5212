// Every protocol of steal stacks counts what a plain walk counts, whatever the chunks, workers and localities are, and
// ends as other searches do.

#include "search/problems.hpp"
#include "search/stack_runs.hpp"
#include "support/faulty_network.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

using test::BatchedTreeGenerator;
using test::RandomTree;
using test::TreeGenerator;

std::vector<std::uint64_t> per_depth(const RandomTree& tree) {
    std::vector<std::uint64_t> counts;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) {
        if (counts.size() <= node.depth) counts.resize(node.depth + 1);
        ++counts[node.depth];
    });
    return counts;
}

std::uint64_t sum(const std::vector<std::uint64_t>& counts) {
    std::uint64_t all = 0;
    for (const std::uint64_t each : counts) all += each;
    return all;
}

struct Case {
    unsigned workers;
    unsigned localities;
};
constexpr Case cases[] = {{1, 1}, {2, 1}, {4, 1}, {1, 2}, {2, 3}};

TEST(StealStacks, CountEveryNodeOnce) {
    const RandomTree tree{.root_children = 400, .depth = test::sanitized ? 8U : 16U, .seed = 3};
    const std::vector<std::uint64_t> expected = per_depth(tree);
    for (const unsigned chunk : {1U, 2U, 20U, 1000U}) {
        std::vector<Skeleton> skeletons = test::stack_skeletons(chunk);
        if (chunk == 2) {
            for (const Skeleton& skeleton : test::paper_stack_skeletons(chunk)) skeletons.push_back(skeleton);
        }
        for (const Skeleton& skeleton : skeletons) {
            for (const Case& each : cases) {
                SCOPED_TRACE(skeleton.describe() + " " + std::to_string(each.workers) + " " +
                             std::to_string(each.localities));
                const SearchOptions options{
                    .skeleton = skeleton, .workers = each.workers, .localities = each.localities, .pin = false};
                const auto one = enumerate<TreeGenerator<false>>(tree, tree.root(), CountPerDepth{}, options);
                EXPECT_EQ(one.value, expected);
                EXPECT_EQ(one.status, Status::complete);
                EXPECT_EQ(one.statistics.total.nodes, sum(expected));
                const auto many = enumerate<BatchedTreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options);
                EXPECT_EQ(many.value, expected);
                const StackActivity activity = test::stacks_of(one.statistics);
                EXPECT_LE(activity.steals, activity.chunks_stolen);
                EXPECT_EQ(one.statistics.total.steals_won, activity.steals);
                EXPECT_GE(one.statistics.total.steals_tried, activity.steals);
                // What was released was stolen or taken back.
                const std::uint64_t moved = activity.chunks_stolen + activity.reacquires;
                EXPECT_EQ(activity.releases, moved);
                if (each.workers * each.localities == 1) {
                    EXPECT_EQ(activity.releases, 0U);
                }
            }
        }
    }
}

TEST(StealStacks, MoveWorkAsTheirProtocolSays) {
    for (const auto& skeletons : {test::stack_skeletons(2), test::paper_stack_skeletons(2)}) {
        for (const Skeleton& skeleton : skeletons) {
            for (const Case& each : {Case{2, 1}, Case{1, 2}, Case{2, 3}}) {
                SCOPED_TRACE(skeleton.describe() + " " + std::to_string(each.workers) + " " +
                             std::to_string(each.localities));
                test::expect_work_to_move(
                    {.skeleton = skeleton, .workers = each.workers, .localities = each.localities, .pin = false});
            }
        }
    }
}

// The same between hosts, where all operations on words are messages.
TEST(StealStacks, MoveWorkBetweenHosts) {
    for (const auto& skeletons : {test::stack_skeletons(2), test::paper_stack_skeletons(2)}) {
        for (const Skeleton& skeleton : skeletons) {
            SCOPED_TRACE(skeleton.describe());
            Session session(std::make_unique<GroupOfOne>(AccessMode::messages));
            test::expect_work_to_move(
                {.skeleton = skeleton, .workers = 2, .localities = 2, .session = &session, .pin = false});
        }
    }
}

// Under a lock a thief helps itself: the first worker is held up in the middle of its work until another one has some.
TEST(StealStacks, AThiefNeedsNotWaitForItsVictimWhereThereAreLocks) {
    struct Meeting {
        using Value = std::uint64_t;
        std::shared_ptr<std::atomic<bool>> met = std::make_shared<std::atomic<bool>>(false);
        std::shared_ptr<std::atomic<std::thread::id>> first =
            std::make_shared<std::atomic<std::thread::id>>(std::thread::id());

        Value identity() const { return 0; }
        void add(Value& value, const RandomTree::Node& node, unsigned) const {
            ++value;
            if (node.depth < 3) return;
            auto nobody = std::thread::id();
            first->compare_exchange_strong(nobody, std::this_thread::get_id());
            if (*first != std::this_thread::get_id()) *met = true;
            const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(1);
            while (!*met && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
            if (!*met) throw std::runtime_error("nobody came");
        }
        void merge(Value& value, const Value& other) const { value += other; }
    };
    const RandomTree tree{.root_children = 400, .depth = 6, .seed = 3};
    const std::vector<std::uint64_t> expected = per_depth(tree);
    for (const auto kind : {StealProtocol::Kind::shared_memory, StealProtocol::Kind::streamlined_termination,
                            StealProtocol::Kind::rapid_diffusion}) {
        const SearchOptions options{
            .skeleton = Skeleton::steal_stack({.kind = kind, .chunk = 2}), .workers = 2, .pin = false};
        EXPECT_EQ(enumerate<TreeGenerator<true>>(tree, tree.root(), Meeting{}, options).value, sum(expected))
            << options.skeleton.describe();
    }
}

TEST(StealStacks, EndOnTreesWithoutAnythingToShare) {
    for (const RandomTree& tree : {RandomTree{.depth = 0}, RandomTree{.root_children = 1, .most_children = 1}}) {
        const std::vector<std::uint64_t> expected = per_depth(tree);
        for (const Skeleton& skeleton : test::stack_skeletons(2)) {
            for (const Case& each : cases) {
                const SearchOptions options{
                    .skeleton = skeleton, .workers = each.workers, .localities = each.localities, .pin = false};
                EXPECT_EQ(enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options).value, expected);
            }
        }
    }
}

TEST(StealStacks, StopAtTheDepthLimit) {
    const RandomTree tree{.root_children = 100, .seed = 5};
    std::vector<std::uint64_t> expected = per_depth(tree);
    for (const unsigned limit : {11U, 5U, 1U, 0U}) {
        expected.resize(limit + 1);
        for (const Skeleton& skeleton : test::stack_skeletons(3)) {
            const SearchOptions options{.skeleton = skeleton, .workers = 3, .pin = false, .depth_limit = limit};
            EXPECT_EQ(enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options).value, expected);
            EXPECT_EQ(enumerate<BatchedTreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options).value,
                      expected);
        }
    }
}

// Localities that share no memory, and messages that overtake each other: all operations on words are messages, too.
TEST(StealStacks, EndOnceWhateverMessagesDo) {
    constexpr std::uint64_t runs = 300;
    const std::vector<Skeleton> skeletons = test::stack_skeletons(2);
    for (std::uint64_t run = 0; run < runs; ++run) {
        const RandomTree tree{.root_children = 40, .most_children = 3, .depth = 9, .seed = run};
        const std::vector<std::uint64_t> expected = per_depth(tree);
        std::unique_ptr<Group> group;
        if (run % 2 == 0) {
            group = std::make_unique<GroupOfOne>(AccessMode::messages);
        } else {
            group = std::make_unique<test::FaultyGroup>(run);
        }
        Session session(std::move(group));
        const SearchOptions options{.skeleton = skeletons[run % skeletons.size()],
                                    .workers = 1 + static_cast<unsigned>(run % 2),
                                    .localities = 2 + static_cast<unsigned>(run % 3),
                                    .session = &session,
                                    .pin = false};
        const auto result = enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options);
        ASSERT_EQ(result.status, Status::complete) << run;
        ASSERT_EQ(result.value, expected) << run;
    }
}

/// A tree without end.
struct EndlessLabels {
    struct Node {
        std::uint64_t path = 1;
    };
};
class EndlessLabelsGenerator {
  public:
    using Space = EndlessLabels;
    using Node = EndlessLabels::Node;
    static constexpr bool steal_stacks = true;
    EndlessLabelsGenerator(const Space&, const Node& parent) : parent_(&parent) {}
    bool next(Node& child) {
        if (made_ == 2) return false;
        child.path = 2 * parent_->path + made_++;
        return true;
    }

  private:
    const Node* parent_;
    std::uint64_t made_ = 0;
};

/// Its nodes mean nothing elsewhere.
class PointingGenerator {
  public:
    using Space = RandomTree;
    struct Node {
        std::shared_ptr<int> pointer;
    };
    PointingGenerator(const Space&, const Node&) {}
    static bool next(Node&) { return false; }
};

TEST(StealStacks, StopWhenTheyAreToldTo) {
    const EndlessLabels space;
    for (const Skeleton& skeleton : test::stack_skeletons(5)) {
        for (const Case& each : cases) {
            SCOPED_TRACE(skeleton.describe());
            SearchOptions options{.skeleton = skeleton,
                                  .workers = each.workers,
                                  .localities = each.localities,
                                  .pin = false,
                                  .node_limit = 20'000};
            const auto limited = enumerate<EndlessLabelsGenerator>(space, {}, CountNodes{}, options);
            EXPECT_EQ(limited.status, Status::node_limit);
            EXPECT_GE(limited.value, 20'000U);
            EXPECT_EQ(limited.value, limited.statistics.total.nodes);

            std::stop_source source;
            options.node_limit.reset();
            options.stop = source.get_token();
            options.progress = [&](const SearchProgress& progress) {
                if (progress.counters.nodes > 1000) source.request_stop();
            };
            options.progress_interval = std::chrono::milliseconds(1);
            EXPECT_EQ(enumerate<EndlessLabelsGenerator>(space, {}, CountNodes{}, options).status, Status::cancelled);
        }
    }
}

TEST(StealStacks, PassOnWhatGoesWrong) {
    const EndlessLabels space;
    struct Breaks {
        using Value = std::uint64_t;
        Value identity() const { return 0; }
        void add(Value& value, const EndlessLabels::Node&, unsigned) const {
            if (++value == 5000) throw std::runtime_error("no more");
        }
        void merge(Value& value, const Value& other) const { value += other; }
    };
    for (const Skeleton& skeleton : test::stack_skeletons(5)) {
        for (const Case& each : cases) {
            const SearchOptions options{
                .skeleton = skeleton, .workers = each.workers, .localities = each.localities, .pin = false};
            EXPECT_EQ(test::message_of<std::exception>(
                          [&] { enumerate<EndlessLabelsGenerator>(space, {}, Breaks{}, options); }),
                      "no more");
        }
    }
}

TEST(StealStacks, RefuseWhatTheyCannotDo) {
    const RandomTree tree;
    const SearchOptions options{.skeleton = Skeleton::steal_stack(), .workers = 1};
    EXPECT_EQ(test::message_of([&] { enumerate<PointingGenerator>(tree, {}, CountNodes{}, options); }),
              "steal-stack moves nodes as bytes: make nodes and values trivially copyable or give them a "
              "serialize(archive) member");
    const test::Knapsack knapsack = test::Knapsack::random(5, 1);
    SearchOptions with_gap = options;
    with_gap.gap = 0.1;
    EXPECT_EQ(test::message_of([&] { maximise<test::KnapsackGenerator>(knapsack, knapsack.root(), with_gap); }),
              "steal-stack does not know the bounds of open nodes, so it has no gap: choose another skeleton");
    SearchOptions with_policy = options;
    with_policy.policy = Policy::parse("round-robin");
    EXPECT_EQ(test::message_of([&] { enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, with_policy); }),
              "steal-stack looks at all workers in an order of its own: no policy can be chosen");
    for (const unsigned chunk : {0U, 10'001U}) {
        const SearchOptions with_chunk{.skeleton = Skeleton::steal_stack({.chunk = chunk}), .workers = 1};
        EXPECT_EQ(
            test::message_of([&] { enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, with_chunk); }),
            "steal-stack moves chunks of 1 to 10000 nodes, not of " + std::to_string(chunk));
    }
    SearchOptions with_checkpoints = options;
    with_checkpoints.checkpoints.file = "checkpoint";
    EXPECT_EQ(
        test::message_of([&] { enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, with_checkpoints); }),
        "steal-stack makes no checkpoints and resumes none: choose another skeleton");
}

// Figure 1: all time is spent in one of the four states.
TEST(StealStacks, TellWhereTheTimeWent) {
    if constexpr (!counting) GTEST_SKIP() << "times are not kept";
    const RandomTree tree{.root_children = test::sanitized ? 500U : 5000U, .depth = 16, .seed = 8};
    for (const Skeleton& skeleton : test::stack_skeletons(4)) {
        const auto result = enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{},
                                                           {.skeleton = skeleton, .workers = 3, .pin = false});
        for (const WorkerStatistics& worker : result.statistics.localities.front().workers) {
            const StackActivity& stack = worker.stack;
            const std::uint64_t all =
                stack.working_time + stack.searching_time + stack.stealing_time + stack.terminating_time;
            EXPECT_GT(all, 0U);
            EXPECT_LE(all, worker.activity.total_time);
            EXPECT_LE(static_cast<double>(all), result.statistics.seconds * 1e9);
            // A task is all that is explored without a pause.
            EXPECT_LE(worker.counters.tasks, stack.steals + 1);
        }
        EXPECT_GT(test::stacks_of(result.statistics).working_time, 0U);
    }
}

// Who never gets any work spends all its time on looking for some and on waiting for the end.
TEST(StealStacks, TellHowLongWorkersWaited) {
    if constexpr (!counting) GTEST_SKIP() << "times are not kept";
    const RandomTree tree{.depth = 0};
    for (const Skeleton& skeleton : test::stack_skeletons(4)) {
        const auto result = enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{},
                                                           {.skeleton = skeleton, .workers = 2, .pin = false});
        const WorkerStatistics& idle = result.statistics.localities.front().workers[1];
        const StackActivity& stack = idle.stack;
        EXPECT_EQ(stack.working_time, 0U) << skeleton.describe();
        EXPECT_GT(stack.terminating_time, 0U) << skeleton.describe();
        EXPECT_EQ(idle.counters.tasks, 0U);
    }
}

}  // namespace
}  // namespace scrump::detail

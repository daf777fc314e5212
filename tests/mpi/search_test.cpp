// Searches over MPI: every skeleton × policy × number of workers gives every process the answer of a plain walk.

#include "mpi/session.hpp"
#include "mpi/together.hpp"
#include "search/problems.hpp"
#include "search/stack_runs.hpp"
#include "support/folder.hpp"
#include "support/kernel_events.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/base/error.hpp>
#include <scrump/search/best.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::together;
using test::TreeGenerator;

template <class Check>
void in_every_way(const Check& check) {
    std::vector<Skeleton> skeletons = test::stealing_skeletons();
    skeletons.push_back(Skeleton::sequential());
    skeletons.push_back(test::splitting_now_and_then(20));
    for (const Skeleton& skeleton : skeletons) {
        for (const char* policy : test::all_policies()) {
            for (const unsigned workers : {1U, 2U}) {
                SCOPED_TRACE(skeleton.describe() + " " + policy + " " + std::to_string(workers));
                check(together(skeleton, policy, workers));
            }
        }
    }
}

TEST(MpiSearch, TheFirstProcessHasWhatAllProcessorsCounted) {
    SCRUMP_NEEDS_KERNEL_EVENTS();
    static constexpr std::array events = {test::task_clock, test::unknown_event, test::task_clock};
    // Threads that the session keeps sleep in it.
    static auto& platform = *new test::CountingPlatform(events);
    const Platform::Scope scope(platform);
    const RandomTree tree{.seed = 3};
    SearchOptions options = together(Skeleton::adaptive(), "sticky-random", 2);
    options.hardware_counters = true;
    const auto found = enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options);
    if (!test::session().first()) return;
    ASSERT_EQ(found.statistics.localities.size(), test::session().size());
    for (const LocalityStatistics& locality : found.statistics.localities) {
        EXPECT_GT(locality.hardware().instructions.value_or(0), 0U);
        EXPECT_FALSE(locality.hardware().cycles);
    }
}

TEST(MpiSearch, EveryProcessHasTheBestOnes) {
    const Knapsack knapsack = Knapsack::random(16, 4);
    std::vector<std::int64_t> expected;
    for (const auto& each : best<KnapsackGenerator>(knapsack, knapsack.root(), {.most = 20}, {.workers = 1}).solutions)
        expected.push_back(each.objective);
    for (const Skeleton& skeleton : test::stealing_skeletons()) {
        for (const BestWanted<std::int64_t>& wanted :
             {BestWanted<std::int64_t>{.most = 20}, {.at_least = expected.back() + 1}}) {
            const auto found = best<KnapsackGenerator>(knapsack, knapsack.root(), wanted, together(skeleton));
            std::vector<std::int64_t> objectives;
            for (const auto& each : found.solutions) objectives.push_back(each.objective);
            std::vector<std::int64_t> good = expected;
            if (wanted.at_least) std::erase(good, expected.back());
            EXPECT_EQ(objectives, good) << skeleton.describe();
        }
    }
}

TEST(MpiSearch, CountsNodes) {
    const RandomTree tree{.seed = 3};
    std::uint64_t all = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node&) { ++all; });
    in_every_way([&](const SearchOptions& options) {
        const auto result = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
        EXPECT_EQ(result.value, all);
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(result.statistics.total.nodes, all);
        // Of each locality in the first process; the others know their own.
        EXPECT_EQ(result.statistics.localities.size(), test::session().first() ? test::session().size() : 1);
        if (!test::session().first()) {
            const LocalityStatistics& own = result.statistics.localities.front();
            EXPECT_NE(own.title.find("rank " + std::to_string(test::session().self())), std::string::npos) << own.title;
        }
    });
}

// Searches that become larger until each process has got work from another one: a small one is over before all have
// begun. The first one has all of it at first. Only that one is told who took from whom.
TEST(MpiSearch, MovesWorkToAllProcesses) {
    const unsigned size = test::session().size();
    for (const char* policy : test::all_policies()) {
        SCOPED_TRACE(policy);
        std::set<unsigned> fed = {0};
        for (unsigned round = 1; true; ++round) {
            const RandomTree tree{.root_children = 500 * std::min(round, 20U), .depth = 14, .seed = round};
            const auto result = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{},
                                                                together(Skeleton::adaptive(), policy));
            EXPECT_EQ(result.value, result.statistics.total.nodes) << "what others counted is part of it";
            for (unsigned thief = 0; thief < size && test::session().first(); ++thief) {
                for (const auto& [victim, stolen] : result.statistics.localities[thief].stolen_from) {
                    EXPECT_NE(victim, thief);
                    if (stolen.steals > 0) fed.insert(thief);
                }
            }
            if (test::of_the_first(fed.size() == size)) break;
            ASSERT_LT(round, 300U) << "of " << size << " processes only " << fed.size();
        }
    }
}

TEST(MpiSearch, CountsNodesWithStealStacks) {
    const RandomTree tree{.root_children = 300, .depth = 14, .seed = 3};
    std::vector<std::uint64_t> all;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) {
        all.resize(std::max<std::size_t>(all.size(), node.depth + 1));
        ++all[node.depth];
    });
    for (const unsigned chunk : {1U, 7U}) {
        for (const Skeleton& skeleton : test::stack_skeletons(chunk)) {
            for (const unsigned workers : {1U, 2U}) {
                SCOPED_TRACE(skeleton.describe() + " " + std::to_string(workers));
                const SearchOptions options = together(skeleton, "sticky-random", workers);
                const auto one = enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options);
                EXPECT_EQ(one.value, all);
                EXPECT_EQ(one.status, Status::complete);
                const auto many =
                    enumerate<test::BatchedTreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options);
                EXPECT_EQ(many.value, all);
            }
        }
    }
}

TEST(MpiSearch, MovesWorkAsTheProtocolOfStealStacksSays) {
    for (const auto& skeletons : {test::stack_skeletons(2), test::paper_stack_skeletons(2)}) {
        for (const Skeleton& skeleton : skeletons) {
            SCOPED_TRACE(skeleton.describe());
            test::expect_work_to_move(together(skeleton, "sticky-random", 2), test::of_the_first<bool>);
        }
    }
}

TEST(MpiSearch, ShardsAddUp) {
    const RandomTree tree{.root_children = 2000, .seed = 4};
    const auto whole = enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, together());
    std::uint64_t sum = 0;
    std::string plan;
    for (unsigned index = 1; index <= 3; ++index) {
        SearchOptions options = together();
        options.shard = Shard{index, 3};
        options.checkpoints.problem = "a tree";
        const auto part = enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options);
        sum += part.value;
        ASSERT_TRUE(part.statistics.shard);
        if (plan.empty()) plan = part.statistics.shard->plan;
        EXPECT_NE(plan, "");
        EXPECT_EQ(part.statistics.shard->plan, plan);
    }
    EXPECT_EQ(sum, whole.value);
}

TEST(MpiSearch, ExchangesIncumbentsWithOtherRuns) {
    const Knapsack knapsack = Knapsack::random(14, 5);
    const std::int64_t best = knapsack.best_by_brute_force();
    const std::optional<test::Folder> folder =
        test::session().first() ? std::optional<test::Folder>(std::in_place) : std::nullopt;
    SearchOptions options = together();
    options.incumbents = test::session().broadcast(folder ? *folder / "incumbents" : Bytes());
    options.checkpoints.problem = "a knapsack";
    for (const std::uint64_t taken : {0U, 1U}) {
        const auto found = maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
        EXPECT_EQ(found.objective, best);
        ASSERT_TRUE(found.statistics.exchange);
        EXPECT_EQ(found.statistics.exchange->taken, taken);
        EXPECT_EQ(found.statistics.exchange->told, 1 - taken);
    }
}

TEST(MpiSearch, FindsTheBestAndTheWitness) {
    const Knapsack knapsack = Knapsack::random(14, 5);
    const std::int64_t best = knapsack.best_by_brute_force();
    in_every_way([&](const SearchOptions& options) {
        const auto found = maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
        EXPECT_EQ(found.objective, best);
        ASSERT_TRUE(found.node);
        EXPECT_EQ(KnapsackGenerator::objective(knapsack, *found.node), best);
        EXPECT_TRUE(decide<KnapsackGenerator>(knapsack, knapsack.root(), best, options).node);
        EXPECT_FALSE(decide<KnapsackGenerator>(knapsack, knapsack.root(), best + 1, options).node);
    });
}

TEST(MpiSearch, FindsTheBestAndTheWitnessWithStealStacks) {
    const Knapsack knapsack = Knapsack::random(14, 5);
    const std::int64_t best = knapsack.best_by_brute_force();
    const RandomTree tree{.root_children = 200, .depth = 13, .seed = 3};
    std::uint64_t nodes = 0;
    std::int64_t greatest = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) {
        ++nodes;
        greatest = std::max(greatest, RandomTree::value(node));
    });
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        for (const unsigned workers : {1U, 2U}) {
            SCOPED_TRACE(skeleton.describe() + " " + std::to_string(workers));
            const SearchOptions options = together(skeleton, "sticky-random", workers);
            const auto found = maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
            EXPECT_EQ(found.objective, best);
            ASSERT_TRUE(found.node);
            EXPECT_EQ(KnapsackGenerator::objective(knapsack, *found.node), best);
            EXPECT_TRUE(decide<KnapsackGenerator>(knapsack, knapsack.root(), best, options).node);
            EXPECT_FALSE(decide<KnapsackGenerator>(knapsack, knapsack.root(), best + 1, options).node);
            const auto all = maximise<TreeGenerator<false>>(tree, tree.root(), options);
            EXPECT_EQ(all.objective, greatest);
            EXPECT_EQ(all.statistics.total.nodes, nodes) << "each once";
        }
    }
}

TEST(MpiSearch, MovesTasksAsTheProtocolOfStealStacksSays) {
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        SCOPED_TRACE(skeleton.describe());
        test::expect_work_to_move(together(skeleton, "sticky-random", 2), test::of_the_first<bool>,
                                  [](const RandomTree& tree, const SearchOptions& options) {
                                      return maximise<TreeGenerator<false>>(tree, tree.root(), options);
                                  });
    }
}

TEST(MpiSearch, TellsTheFirstProcessOfBetterNodes) {
    const RandomTree tree{.seed = 3};
    in_every_way([&](const SearchOptions& options) {
        std::vector<std::int64_t> told;
        const auto best = maximise<TreeGenerator<true>>(
            tree, tree.root(), options, {.on_incumbent = [&](const RandomTree::Node& node, std::int64_t objective) {
                EXPECT_EQ(RandomTree::value(node), objective);
                told.push_back(objective);
            }});
        if (test::session().first()) {
            ASSERT_FALSE(told.empty());
            EXPECT_EQ(std::set(told.begin(), told.end()).size(), told.size());
            EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
            EXPECT_EQ(told.back(), best.objective);
        } else {
            EXPECT_TRUE(told.empty());
        }
    });
}

// What the first process searches for until it is told of what only another one can find.
struct Elsewhere {
    unsigned self = 0;
    std::atomic<bool> told = false;
    Clock::time_point deadline = Clock::now() + std::chrono::minutes(1);

    bool late() const { return Clock::now() > deadline; }
};

struct Treasure {
    int depth = 0;
    int value = 0;
};

// The root has no end of children, until the first process is told; below each of them another process finds something.
class FoundElsewhere {
  public:
    using Space = Elsewhere;
    using Node = Treasure;

    FoundElsewhere(const Elsewhere& space, const Treasure& parent) : space_(&space), depth_(parent.depth) {}

    bool next(Treasure& child) {
        const bool goes_on = depth_ == 0 ? space_->self == 0 && !space_->told && !space_->late()
                                         : depth_ == 1 && space_->self != 0 && !found_;
        if (!goes_on) return false;
        found_ = depth_ == 1;
        child = {.depth = depth_ + 1, .value = depth_};
        return true;
    }
    static int objective(const Elsewhere&, const Treasure& node) { return node.value; }

  private:
    const Elsewhere* space_;
    int depth_;
    bool found_ = false;
};

TEST(MpiSearch, TellsTheFirstProcessWhatOthersFindWhileTheySearch) {
    if (test::session().size() == 1) GTEST_SKIP() << "nobody else is there";
    for (const Skeleton& skeleton : {Skeleton::adaptive(), Skeleton::stack_stealing()}) {
        SCOPED_TRACE(skeleton.describe());
        // A thief of the root, or of what is left of its children, ends the search: then once more.
        const auto search = [&] {
            Elsewhere space;
            space.self = test::session().self();
            const auto best = maximise<FoundElsewhere>(space, Treasure{}, together(skeleton),
                                                       {.on_incumbent = [&](const Treasure&, int objective) {
                                                           if (objective == 1) space.told = true;
                                                       }});
            EXPECT_TRUE(!test::session().first() || !space.late());
            return best;
        };
        auto best = search();
        // Another process that visits a child of the root visits what it finds there, too.
        const auto nobody_else_had_a_child = [&] {
            const Statistics& statistics = best.statistics;
            return test::of_the_first(statistics.total.nodes - statistics.localities[0].workers[0].counters.nodes <= 1);
        };
        while (nobody_else_had_a_child()) best = search();
        EXPECT_EQ(best.objective, 1) << best.statistics.total.nodes << " nodes";
    }
}

TEST(MpiSearch, RefusesAnotherSearchMeanwhile) {
    if (test::session().size() == 1) GTEST_SKIP() << "alone a process may have as many as it likes";
    const RandomTree tree{.seed = 5};
    const auto search = [&] {
        return enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, together()).value;
    };
    const auto all = search();
    const auto prepared = [&] {
        const SearchOptions options = together();
        return scrump::prepare_and(options, search, [&](Status, const Statistics&) { return all; });
    };
    detail::Thread([&] { EXPECT_THROW(search(), UsageError); }).join();
    EXPECT_EQ(prepared(), all);
    bool told = false;
    const auto ask = [&](const RandomTree::Node&, std::int64_t) {
        told = true;
        EXPECT_THROW(search(), UsageError);
        EXPECT_THROW(prepared(), UsageError);
    };
    EXPECT_TRUE(maximise<TreeGenerator<true>>(tree, tree.root(), together(), {.on_incumbent = ask}).node);
    EXPECT_EQ(told, test::session().first());
    EXPECT_EQ(search(), all);
    const Bytes said = "the one after those";
    EXPECT_EQ(test::session().broadcast(test::session().first() ? said : Bytes()), said) << "an earlier one is left";
}

// Stopped after so many nodes again and again, and going on in another way: only the first process has files.
TEST(MpiSearch, GoesOnWhereItWasStopped) {
    const RandomTree tree{.root_children = 2000, .depth = 14, .seed = 4};
    std::uint64_t all = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node&) { ++all; });
    std::optional<test::Folder> folder;
    if (test::session().first()) folder.emplace();
    const std::string file = test::session().broadcast(folder ? *folder / "checkpoint" : Bytes());
    const std::vector<Skeleton> skeletons = test::stealing_skeletons();
    const std::vector<const char*> policies = test::all_policies();
    for (std::size_t slice = 0;; ++slice) {
        SearchOptions options =
            together(skeletons[slice % skeletons.size()], policies[slice % policies.size()], 1 + slice % 2);
        options.node_limit = all / 12;
        options.checkpoints = {.file = file, .problem = "tree"};
        if (slice > 0) options.checkpoints.resume = file;
        const auto result = enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options);
        ASSERT_EQ(result.statistics.earlier.runs, slice);
        ASSERT_GT(result.statistics.checkpoints.written, 0U);
        if (result.status != Status::complete) continue;
        EXPECT_EQ(result.value, all);
        EXPECT_EQ(result.statistics.total.nodes, all);
        break;
    }
    // What only the first process finds out is every process's error.
    SearchOptions options = together();
    options.checkpoints = {.resume = file, .problem = "another tree"};
    try {
        enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options);
        ADD_FAILURE() << "taken";
    } catch (const std::exception& error) {
        EXPECT_EQ(std::string(error.what()), file + ": belongs to another problem: to 'tree', not to 'another tree'");
    }
}

// What the ordered skeleton promises does not depend on the number of processes.
TEST(MpiSearch, IsReplicableInOrder) {
    const Knapsack knapsack = Knapsack::random(18, 6);
    const Skeleton skeleton = Skeleton::ordered(3, 8);
    const auto alone = maximise<KnapsackGenerator>(knapsack, knapsack.root(), {.skeleton = skeleton, .workers = 1});
    const auto all = maximise<KnapsackGenerator>(knapsack, knapsack.root(), together(skeleton, "random", 2));
    EXPECT_EQ(all.statistics.total.nodes, alone.statistics.total.nodes);
    EXPECT_EQ(all.statistics.total.prunes, alone.statistics.total.prunes);
    EXPECT_EQ(all.node->chosen, alone.node->chosen);
}

}  // namespace
}  // namespace scrump::detail

// What always holds, over thousands of schedules: each seed is a small machine on which messages between different
// processes overtake each other. No run ends early or is endless, and every node is counted once.

#include "search/known_tree.hpp"
#include "search/problems.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/search/best.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::TreeGenerator;

// A failing seed replays exactly with SCRUMP_SEED=n; SCRUMP_SEEDS says how many there are.
struct Seeds {
    std::uint64_t first = 1;
    std::uint64_t count = 2000;

    static Seeds wanted() {
        Seeds seeds;
        if (const char* const first = std::getenv("SCRUMP_FIRST_SEED")) seeds.first = std::strtoull(first, nullptr, 10);
        if (const char* const many = std::getenv("SCRUMP_SEEDS")) seeds.count = std::strtoull(many, nullptr, 10);
        if (test::sanitized) seeds.count = std::min<std::uint64_t>(seeds.count, 8);
        if (const char* const one = std::getenv("SCRUMP_SEED")) seeds = {std::strtoull(one, nullptr, 10), 1};
        return seeds;
    }
};

template <class Try>
void for_each_seed(std::uint64_t share, const Try& attempt) {
    const Seeds seeds = Seeds::wanted();
    const std::uint64_t count = std::max<std::uint64_t>(seeds.count / share, 1);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + count; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        try {
            attempt(seed);
        } catch (const Error& error) {
            ADD_FAILURE() << error.what();
        }
        if (testing::Test::HasFailure()) return;
    }
}

SimulatedMachine small_machine(SplitMix64& random, std::uint64_t seed) {
    SimulatedMachine machine = SimulatedMachine::named("infiniband");
    machine.hosts = 2 + static_cast<unsigned>(random.below(3));
    machine.localities = 1 + static_cast<unsigned>(random.below(2));
    machine.workers = 1 + static_cast<unsigned>(random.below(2));
    machine.costs.node = static_cast<double>(50U << random.below(7));
    machine.step = 500 + static_cast<double>(random.below(4000));
    // Now everything comes late at times, now some are far from each other.
    if (random.below(2) == 0) {
        machine.delayed = 0.3;
        machine.delay = static_cast<double>(1000U << random.below(8));
    } else {
        machine.unequal = static_cast<double>(4U << random.below(7));
    }
    machine.seed = seed;
    machine.longest = 2e9;
    return machine;
}

struct Answer {
    std::uint64_t nodes = 0;
    std::int64_t best = 0;

    explicit Answer(const RandomTree& tree) {
        tree.walk(tree.root(), [&](const RandomTree::Node& node) {
            ++nodes;
            best = std::max(best, RandomTree::value(node));
        });
    }
};

// Some are broad, and some so thin that hardly anybody has work for long.
RandomTree small_tree(SplitMix64& random) {
    if (random.below(2) == 0) return {.root_children = 20, .most_children = 4, .depth = 9, .seed = random()};
    return {.root_children = 4 + static_cast<unsigned>(random.below(20)),
            .most_children = 3,
            .depth = 60,
            .seed = random()};
}

template <class T>
const T& one_of(const std::vector<T>& all, SplitMix64& random) {
    return all[random.below(static_cast<std::uint32_t>(all.size()))];
}

// Returns how many tasks went from one process to another.
std::uint64_t count_every_node(const RandomTree& tree, const SimulatedMachine& machine, const SearchOptions& chosen) {
    SCOPED_TRACE(chosen.skeleton.describe() + ", " + chosen.policy.describe());
    const Answer answer(tree);
    std::uint64_t moved = 0;
    simulate(machine, [&](Session& session) {
        SearchOptions options = chosen;
        options.session = &session;
        const auto counted = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
        EXPECT_EQ(counted.status, Status::complete);
        EXPECT_EQ(counted.value, answer.nodes);
        if (!session.first()) return 0;
        for (const LocalityStatistics& each : counted.statistics.localities) moved += each.traffic.tasks_received;
        return 0;
    });
    return moved;
}

std::uint64_t count_every_node(std::uint64_t seed) {
    static const auto skeletons = test::stealing_skeletons();
    static const auto policies = test::all_policies();
    SplitMix64 random(seed);
    const SimulatedMachine machine = small_machine(random, seed);
    const RandomTree tree = small_tree(random);
    return count_every_node(
        tree, machine,
        {.skeleton = one_of(skeletons, random), .policy = Policy::parse(one_of(policies, random)), .seed = seed});
}

TEST(Schedules, CountEveryNodeOnce) {
    std::uint64_t moved = 0;
    for_each_seed(2, [&](std::uint64_t seed) { moved += count_every_node(seed); });
    EXPECT_TRUE(moved > 0 || test::sanitized) << "with few seeds nothing may have to move";
}

// A task is under way for longer than the token takes for some rounds, and all others are done: only the colour of
// locality 0 tells that it has got a part of that task since.
TEST(Schedules, DoNotEndWhileATaskIsUnderWay) {
    static const auto skeletons = test::stealing_skeletons();
    for_each_seed(1, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 6'000'000);
        SimulatedMachine machine = SimulatedMachine::named("infiniband");
        machine.hosts = 3;
        machine.costs.node = static_cast<double>(2000U << random.below(3));
        machine.delayed = 0.1;
        machine.delay = 1e6;
        machine.longest = 2e9;
        for (unsigned often = 0; often < 3; ++often) {
            machine.seed = random();
            const RandomTree tree{.root_children = 20, .most_children = 3, .depth = 60, .seed = random()};
            count_every_node(tree, machine, {.skeleton = one_of(skeletons, random), .seed = seed});
        }
    });
}

// Two localities handed the same three tasks to and fro, each before its own workers had woken up.
TEST(Schedules, TasksDoNotTravelForEver) {
    count_every_node(5311);
}

TEST(Schedules, FindTheBestAndProveIt) {
    const auto skeletons = test::stealing_skeletons();
    const auto policies = test::all_policies();
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 1'000'000);
        const SimulatedMachine machine = small_machine(random, seed);
        const RandomTree tree = small_tree(random);
        const SearchOptions chosen{
            .skeleton = one_of(skeletons, random), .policy = Policy::parse(one_of(policies, random)), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe() + ", " + chosen.policy.describe());
        const Answer answer(tree);
        simulate(machine, [&](Session& session) {
            SearchOptions options = chosen;
            options.session = &session;
            EXPECT_EQ(maximise<TreeGenerator<false>>(tree, tree.root(), options).objective, answer.best);
            EXPECT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), answer.best + 1, options).node);
            return 0;
        });
    });
}

// What localities tell each other of those that they have never leaves out one that is wanted.
TEST(Schedules, FindTheBestFew) {
    const auto skeletons = test::stealing_skeletons();
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 9'000'000);
        const SimulatedMachine machine = small_machine(random, seed);
        const test::KnownTree tree(small_tree(random), 100 * random.below(2));
        const BestWanted<std::int64_t> wanted{.most = 1 + random.below(8), .equal = random.below(4) == 0};
        const SearchOptions chosen{.skeleton = one_of(skeletons, random), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe());
        std::vector<std::int64_t> values;
        tree.tree.walk(tree.tree.root(),
                       [&](const RandomTree::Node& node) { values.push_back(RandomTree::value(node)); });
        std::sort(values.begin(), values.end(), std::greater<>());
        if (wanted.equal) std::erase_if(values, [best = values.front()](std::int64_t value) { return value < best; });
        values.resize(std::min(values.size(), wanted.most));
        simulate(machine, [&](Session& session) {
            SearchOptions options = chosen;
            options.session = &session;
            const auto found = best<test::KnownGenerator>(tree, tree.tree.root(), wanted, options);
            std::vector<std::int64_t> objectives;
            for (const auto& each : found.solutions) objectives.push_back(each.objective);
            EXPECT_EQ(objectives, values);
            return 0;
        });
    });
}

// Wherever a run is stopped, what is left is in one place: with some worker, in a pool, or on its way.
TEST(Schedules, StoppedRunsKnowHowGoodTheBestIs) {
    const auto skeletons = test::stealing_skeletons();
    unsigned open = 0;
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 8'000'000);
        const SimulatedMachine machine = small_machine(random, seed);
        const test::KnownTree tree(small_tree(random), 400);
        const SearchOptions chosen{.skeleton = one_of(skeletons, random), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe());
        const auto search = [&](std::optional<std::chrono::nanoseconds> limit) {
            std::optional<OptimisationResult<RandomTree::Node, std::int64_t>> first;
            simulate(machine, [&](Session& session) {
                SearchOptions options = chosen;
                options.session = &session;
                options.time_limit = limit;
                auto result = maximise<test::KnownGenerator>(tree, tree.tree.root(), options);
                if (session.first()) first = std::move(result);
                return 0;
            });
            return std::move(*first);
        };
        const std::chrono::duration<double> whole(search(std::nullopt).statistics.seconds);
        const auto part = std::chrono::duration_cast<std::chrono::nanoseconds>(whole * (0.01 * random.below(100)));
        const auto result = search(std::max(part, std::chrono::nanoseconds(1)));
        ASSERT_TRUE(result.statistics.bound);
        const double bound = *result.statistics.bound;
        EXPECT_GE(bound, tree.optimum());
        if (result.objective == tree.optimum() || result.statistics.total.nodes < 2) return;
        ++open;
        EXPECT_EQ(bound, tree.optimum() + tree.slack);
    });
    EXPECT_TRUE(open > 0 || test::sanitized) << "of a few seeds there may be none";
}

// Nobody leaves while others still have work: what they do after that would go unshared.
void expect_all_stayed(const Statistics& statistics, const SimulatedMachine& machine) {
    const double late = machine.delayed > 0 ? machine.delay : 0;
    const double to_be_told = 1e-9 * (200'000 + 20 * late + 60 * 1500 * machine.unequal + 200 * machine.costs.node);
    std::vector<double> there;  // seconds
    for (const LocalityStatistics& locality : statistics.localities) {
        for (const WorkerStatistics& worker : locality.workers) {
            const StackActivity& times = worker.stack;
            there.push_back(1e-9 * static_cast<double>(times.working_time + times.searching_time + times.stealing_time +
                                                       times.terminating_time));
        }
    }
    const auto [shortest, longest] = std::minmax_element(there.begin(), there.end());
    EXPECT_GT(*shortest, *longest - to_be_told);
}

TEST(Schedules, StealStacksCountEveryNodeOnce) {
    std::vector<Skeleton> skeletons = test::stack_skeletons(2);
    for (const Skeleton& each : test::paper_stack_skeletons(3)) skeletons.push_back(each);
    std::uint64_t stolen = 0;
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 2'000'000);
        const SimulatedMachine machine = small_machine(random, seed);
        // So large that it would be seen.
        const RandomTree tree{.root_children = 200 + static_cast<unsigned>(random.below(200)),
                              .most_children = 3,
                              .depth = 150,
                              .seed = random()};
        const SearchOptions chosen{.skeleton = one_of(skeletons, random), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe());
        const bool at_a_barrier = chosen.skeleton.protocol.termination() != StealProtocol::Termination::token;
        const Answer answer(tree);
        simulate(machine, [&](Session& session) {
            SearchOptions options = chosen;
            options.session = &session;
            const auto counted = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
            EXPECT_EQ(counted.value, answer.nodes);
            if (session.first() && at_a_barrier) expect_all_stayed(counted.statistics, machine);
            stolen += counted.statistics.total.steals_won;
            return 0;
        });
    });
    EXPECT_GT(stolen, 0U);
}

TEST(Schedules, StealStacksFindTheBestAndProveIt) {
    const std::vector<Skeleton> skeletons = test::all_stack_skeletons();
    std::uint64_t stolen = 0;
    for_each_seed(test::sanitized ? 1 : 4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 10'000'000);
        const SimulatedMachine machine = small_machine(random, seed);
        const RandomTree tree = small_tree(random);
        const test::KnownTree known(tree, 100 * random.below(2));
        const SearchOptions chosen{.skeleton = one_of(skeletons, random), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe());
        const Answer answer(tree);
        simulate(machine, [&](Session& session) {
            SearchOptions options = chosen;
            options.session = &session;
            const auto found = maximise<TreeGenerator<false>>(tree, tree.root(), options);
            EXPECT_EQ(found.objective, answer.best);
            EXPECT_EQ(found.statistics.total.nodes, answer.nodes) << "each once";
            EXPECT_EQ(maximise<test::KnownGenerator>(known, tree.root(), options).objective, answer.best);
            const auto witness = decide<TreeGenerator<false>>(tree, tree.root(), answer.best, options);
            EXPECT_TRUE(witness.node && RandomTree::value(*witness.node) == answer.best);
            EXPECT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), answer.best + 1, options).node);
            if (session.first()) stolen += found.statistics.total.steals_won;
            return 0;
        });
    });
    EXPECT_GT(stolen, 0U);
}

// With any number of workers it visits the same nodes, and finds the same.
TEST(Schedules, OrderedSearchesAreReplicable) {
    for_each_seed(8, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 3'000'000);
        const RandomTree tree = small_tree(random);
        const Skeleton skeleton = Skeleton::ordered(0, 4);
        const auto alone = maximise<TreeGenerator<false>>(tree, tree.root(), {.skeleton = skeleton, .workers = 1});
        simulate(small_machine(random, seed), [&](Session& session) {
            const auto found =
                maximise<TreeGenerator<false>>(tree, tree.root(), {.skeleton = skeleton, .session = &session});
            EXPECT_EQ(found.objective, alone.objective);
            EXPECT_TRUE(found.node == alone.node);
            EXPECT_EQ(found.statistics.total.nodes, alone.statistics.total.nodes);
            return 0;
        });
    });
}

// Thousands of files need not be on a disk.
std::filesystem::path in_memory() {
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

// A run that is stopped somewhere, and goes on: how it ended, and whether it was stopped at all.
template <class Result>
struct Resumed {
    std::optional<Result> result;
    bool stopped = false;
};

// `search(options)` on that machine: to its end first, to know how long that takes.
template <class Search>
auto stop_and_resume(const SimulatedMachine& machine, const SearchOptions& chosen, SplitMix64& random,
                     const Search& search) {
    const std::filesystem::path file = in_memory() / ("scrump-schedules-" + std::to_string(getpid()));
    Resumed<decltype(search(chosen))> run;
    const auto on_machine = [&](std::optional<std::chrono::nanoseconds> limit, bool resumes) {
        if (!resumes) std::filesystem::remove(file);
        simulate(machine, [&](Session& session) {
            SearchOptions options = chosen;
            options.session = &session;
            options.time_limit = limit;
            options.checkpoints.file = file.string();
            options.checkpoints.problem = "a random tree";
            if (resumes) options.checkpoints.resume = file.string();
            auto result = search(options);
            if (session.first()) run.result = std::move(result);
            return 0;
        });
    };
    on_machine(std::nullopt, false);
    const std::chrono::duration<double> part(run.result->statistics.seconds * (0.05 + 0.01 * random.below(95)));
    on_machine(std::chrono::duration_cast<std::chrono::nanoseconds>(part), false);
    run.stopped = run.result->status == Status::time_limit;
    if (run.stopped) on_machine(std::nullopt, true);
    EXPECT_EQ(run.result->status, Status::complete);
    std::filesystem::remove(file);
    return run;
}

RandomTree broad_tree(SplitMix64& random) {
    return {.root_children = 150, .most_children = 4, .depth = 8, .seed = random()};
}

// Nothing is lost, and nothing counted twice.
TEST(Schedules, SnapshotsGoOnToTheSameAnswer) {
    std::vector<Skeleton> skeletons = test::stealing_skeletons();
    skeletons.push_back(Skeleton::ordered(1, 64));
    unsigned resumed = 0;
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 4'000'000);
        const RandomTree tree = broad_tree(random);
        const SearchOptions chosen{.skeleton = one_of(skeletons, random), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe());
        const SimulatedMachine machine = small_machine(random, seed);
        const auto run = stop_and_resume(machine, chosen, random, [&](const SearchOptions& options) {
            return enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
        });
        EXPECT_EQ(run.result->value, Answer(tree).nodes);
        if (run.stopped) ++resumed;
    });
    EXPECT_GT(resumed, 0U);
}

// No two nodes are as good as each other.
class UniqueBest : public TreeGenerator<false> {
  public:
    using TreeGenerator<false>::TreeGenerator;
    static std::int64_t objective(const Space&, const Node& node) {
        return static_cast<std::int64_t>(node.label >> 1U);
    }
};

// What ordered tasks found is on its way all the time to who keeps the order.
TEST(Schedules, SnapshotsKeepWhatOrderedTasksFound) {
    unsigned resumed = 0;
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 5'000'000);
        const RandomTree tree = broad_tree(random);
        std::int64_t best = 0;
        tree.walk(tree.root(),
                  [&](const RandomTree::Node& node) { best = std::max(best, UniqueBest::objective(tree, node)); });
        const SimulatedMachine machine = small_machine(random, seed);
        const SearchOptions chosen{.skeleton = Skeleton::ordered(1, 64), .seed = seed};
        const auto run = stop_and_resume(machine, chosen, random, [&](const SearchOptions& options) {
            return maximise<UniqueBest>(tree, tree.root(), options);
        });
        EXPECT_EQ(run.result->objective, best);
        if (run.stopped) ++resumed;
    });
    EXPECT_GT(resumed, 0U);
}

}  // namespace
}  // namespace scrump::detail

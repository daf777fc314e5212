// What always holds, over thousands of schedules: each seed is a small machine on which messages between different
// processes overtake each other. No run ends early or is endless, and every node is counted once.

#include "search/problems.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
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
        if (const char* const many = std::getenv("SCRUMP_SEEDS")) seeds.count = std::strtoull(many, nullptr, 10);
        if (test::sanitized) seeds.count = std::min<std::uint64_t>(seeds.count, 40);
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
    machine.costs.node = 50 + static_cast<double>(random.below(500));
    machine.step = 500 + static_cast<double>(random.below(4000));
    machine.delayed = 0.3;
    machine.delay = static_cast<double>(1000U << random.below(8));
    machine.seed = seed;
    machine.longest = 60e9;
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

RandomTree small_tree(std::uint64_t seed) {
    return {.root_children = 20, .most_children = 4, .depth = 9, .seed = seed};
}

template <class T>
const T& one_of(const std::vector<T>& all, SplitMix64& random) {
    return all[random.below(static_cast<std::uint32_t>(all.size()))];
}

TEST(Schedules, CountEveryNodeOnce) {
    const auto skeletons = test::stealing_skeletons();
    const auto policies = test::all_policies();
    std::uint64_t moved = 0;
    for_each_seed(2, [&](std::uint64_t seed) {
        SplitMix64 random(seed);
        const SimulatedMachine machine = small_machine(random, seed);
        const RandomTree tree = small_tree(seed);
        const Options chosen{
            .skeleton = one_of(skeletons, random), .policy = Policy::parse(one_of(policies, random)), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe() + ", " + chosen.policy.describe());
        const Answer answer(tree);
        simulate(machine, [&](Session& session) {
            Options options = chosen;
            options.session = &session;
            const auto counted = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
            EXPECT_EQ(counted.status, Status::complete);
            EXPECT_EQ(counted.value, answer.nodes);
            for (const LocalityStatistics& each : counted.statistics.localities) moved += each.traffic.tasks_received;
            return 0;
        });
    });
    EXPECT_GT(moved, 0U);
}

TEST(Schedules, FindTheBestAndProveIt) {
    const auto skeletons = test::stealing_skeletons();
    const auto policies = test::all_policies();
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 1'000'000);
        const SimulatedMachine machine = small_machine(random, seed);
        const RandomTree tree = small_tree(seed);
        const Options chosen{
            .skeleton = one_of(skeletons, random), .policy = Policy::parse(one_of(policies, random)), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe() + ", " + chosen.policy.describe());
        const Answer answer(tree);
        simulate(machine, [&](Session& session) {
            Options options = chosen;
            options.session = &session;
            EXPECT_EQ(maximise<TreeGenerator<false>>(tree, tree.root(), options).objective, answer.best);
            EXPECT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), answer.best + 1, options).node);
            return 0;
        });
    });
}

TEST(Schedules, StealStacksCountEveryNodeOnce) {
    std::vector<Skeleton> skeletons = test::stack_skeletons(2);
    for (const Skeleton& each : test::paper_stack_skeletons(3)) skeletons.push_back(each);
    std::uint64_t stolen = 0;
    for_each_seed(4, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 2'000'000);
        const SimulatedMachine machine = small_machine(random, seed);
        const RandomTree tree = small_tree(seed);
        const Options chosen{.skeleton = one_of(skeletons, random), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe());
        const Answer answer(tree);
        simulate(machine, [&](Session& session) {
            Options options = chosen;
            options.session = &session;
            const auto counted = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
            EXPECT_EQ(counted.value, answer.nodes);
            stolen += counted.statistics.total.steals_won;
            return 0;
        });
    });
    EXPECT_GT(stolen, 0U);
}

// With any number of workers it visits the same nodes, and finds the same.
TEST(Schedules, OrderedSearchesAreReplicable) {
    for_each_seed(8, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 3'000'000);
        const RandomTree tree = small_tree(seed);
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

// A run is stopped somewhere, on one machine, and goes on on another: nothing is lost, and nothing counted twice.
TEST(Schedules, SnapshotsGoOnToTheSameAnswer) {
    const auto skeletons = test::stealing_skeletons();
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("scrump-schedules-" + std::to_string(getpid()));
    unsigned resumed = 0;
    for_each_seed(8, [&](std::uint64_t seed) {
        SplitMix64 random(seed + 4'000'000);
        const RandomTree tree = small_tree(seed);
        const Answer answer(tree);
        const Options chosen{.skeleton = one_of(skeletons, random), .seed = seed};
        SCOPED_TRACE(chosen.skeleton.describe());
        std::optional<EnumerationResult<std::uint64_t>> counted;
        const auto run = [&](std::optional<std::chrono::nanoseconds> limit, bool resumes) {
            simulate(small_machine(random, seed), [&](Session& session) {
                Options options = chosen;
                options.session = &session;
                options.time_limit = limit;
                options.checkpoints.file = file.string();
                options.checkpoints.problem = "a random tree";
                if (resumes) options.checkpoints.resume = file.string();
                auto result = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
                if (session.first()) counted = std::move(result);
                return 0;
            });
        };
        std::filesystem::remove(file);
        run(std::chrono::microseconds(10 + random.below(300)), false);
        if (counted->status == Status::time_limit) {
            ++resumed;
            run(std::nullopt, true);
        }
        EXPECT_EQ(counted->status, Status::complete);
        EXPECT_EQ(counted->value, answer.nodes);
    });
    std::filesystem::remove(file);
    EXPECT_GT(resumed, 0U);
}

}  // namespace
}  // namespace scrump::detail

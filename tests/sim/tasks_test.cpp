// Tasks of fork and join on simulated machines: what they compute takes time there as well.

#include "sim/machines.hpp"

#include <scrump/metrics/detail/counting.hpp>
#include <scrump/simulation.hpp>
#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

constexpr int argument = 20;
constexpr std::uint64_t its_fib = 6765;
// All calls but the first are tasks, or are called by one: half of them are spawned.
constexpr double its_spawned = 10945;

std::uint64_t fib(Fork fork, int n) {
    if (n < 2) return static_cast<std::uint64_t>(n);
    auto first = fork.spawn<fib>(n - 1);
    const std::uint64_t second = fork.call<fib>(n - 2);
    return fork.sync(first) + second;
}

struct Computed {
    TaskResult<std::uint64_t> result;
    Simulation simulation;
};

Computed compute(const SimulatedMachine& machine, TaskOptions options = {}) {
    std::optional<TaskResult<std::uint64_t>> computed;
    const Simulation done = simulate(machine, [&](Session& session) {
        TaskOptions own = options;
        own.session = &session;
        auto result = run_tasks<fib>(own, argument);
        EXPECT_EQ(result.value, its_fib);
        if (session.first()) computed = std::move(result);
        return 0;
    });
    EXPECT_EQ(done.status(), 0);
    return {std::move(*computed), done};
}

TEST(SimulatedTasks, TakeTheTimeOfANodeEach) {
    const double work = its_spawned * 1e-6;
    const double alone = compute(test::machine_of(1, 1, 1000)).result.statistics.seconds;
    EXPECT_GT(alone, 0.99 * work);
    EXPECT_LT(alone, 1.05 * work);
    const Computed four = compute(test::machine_of(1, 4, 1000));
    EXPECT_GT(four.result.statistics.total.steals_won, 0U);
    EXPECT_LT(four.result.statistics.seconds, alone / 3);
    EXPECT_GT(four.result.statistics.seconds, work / 4);
}

TEST(SimulatedTasks, HaveTheWorkersOfTheirMachine) {
    SimulatedMachine machine = test::machine_of(2, 3, 1000);
    machine.cores = 8;
    for (const LocalityStatistics& each : compute(machine).result.statistics.localities)
        EXPECT_EQ(each.workers.size(), 3U);
}

TEST(SimulatedTasks, AreStolenByOtherHosts) {
    for (const DequeKind deque : {DequeKind::private_deque, DequeKind::split}) {
        const double alone = compute(test::machine_of(1, 1, 10'000), {.deque = deque}).result.statistics.seconds;
        const Computed many = compute(test::machine_of(4, 2, 10'000), {.deque = deque});
        std::uint64_t between = 0;
        for (const LocalityStatistics& each : many.result.statistics.localities) between += each.traffic.steals_won;
        EXPECT_GT(between, 0U);
        EXPECT_LT(many.result.statistics.seconds, alone / 4);
    }
}

std::uint64_t flow(Fork fork) {
    std::vector<SharedFuture<std::uint64_t>> row(16, make_ready_future(std::uint64_t{1}));
    for (int step = 0; step < 50; ++step) {
        std::vector<SharedFuture<std::uint64_t>> next;
        for (std::size_t i = 0; i < row.size(); ++i) {
            next.emplace_back(
                fork.dataflow([](Fork inner, std::uint64_t left, std::uint64_t here,
                                 std::uint64_t right) { return left + here + right + inner.call<fib>(6); },
                              row[(i + 15) % 16], row[i], row[(i + 1) % 16]));
        }
        row = std::move(next);
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t each : fork.get(when_all(row))) sum += each;
    return sum;
}

TEST(SimulatedTasks, OfFuturesTakeTheirTime) {
    const auto seconds = [](unsigned workers) {
        double all = 0;
        simulate(test::machine_of(1, workers, 1000), [&](Session& session) {
            const auto result = run_tasks<flow>({.session = &session});
            EXPECT_GE(result.statistics.total.tasks, 801U);  // more where what these spawn is stolen
            const Activity sum = result.statistics.localities.front().activity();
            EXPECT_EQ(sum.victim_accesses - sum.victim_misses, result.statistics.total.steals_won);
            if (workers > 1 && counting) {
                EXPECT_GT(sum.victim_misses, 0U);
            }
            all = result.statistics.seconds;
            return 0;
        });
        return all;
    };
    const double alone = seconds(1);
    EXPECT_GT(alone, 800 * 13e-6);
    EXPECT_LT(seconds(4), alone / 2);
    EXPECT_EQ(seconds(4), seconds(4));
}

// A value that takes a millisecond to copy.
struct Heavy {
    Heavy() = default;
    Heavy(const Heavy& /*other*/) { add_simulated_work(1000); }
    Heavy(Heavy&&) noexcept {}
    Heavy& operator=(const Heavy&) = delete;
    Heavy& operator=(Heavy&&) = delete;
    ~Heavy() = default;
};

TEST(SimulatedTasks, WhatFollowsFromTheEndOfAFuturesTaskIsNoWorkOfIt) {
    if (!counting) GTEST_SKIP() << "built without counters";
    Activity sum;
    simulate(test::machine_of(1, 1, 1000), [&](Session& session) {
        const auto result = run_tasks({.session = &session}, [](Fork fork) {
            const SharedFuture<Heavy> one = fork.async([] { return Heavy(); });
            when_all(one, one);  // copies it twice
        });
        sum = result.statistics.localities.front().activity();
        return 0;
    });
    EXPECT_LT(sum.task_time, 100'000U);
    EXPECT_GT(sum.management_time(), 2'000'000U);
}

// One task at a time: one of two workers has nothing to do for 10 ms.
Activity while_one_starves(bool look_on) {
    Activity sum;
    simulate(test::machine_of(1, 2, 1000), [&](Session& session) {
        const auto result = run_tasks({.session = &session, .look_on = look_on}, [](Fork fork) {
            for (int i = 0; i < 10; ++i) fork.get(fork.async([] { add_simulated_work(1000); }));
        });
        sum = result.statistics.localities.front().activity();
        return 0;
    });
    return sum;
}

TEST(SimulatedTasks, AWorkerThatLooksOnLooksForAsLongAsItHasNothingToDo) {
    if (!counting) GTEST_SKIP() << "built without counters";
    const Activity on = while_one_starves(true);
    const double looks = static_cast<double>(on.wait_time) / SimulatedMachine().costs.look;
    EXPECT_GT(static_cast<double>(on.wait_time), 0.9 * 10e6);
    EXPECT_NEAR(static_cast<double>(on.pool_misses), looks, 0.1 * looks);
    EXPECT_GT(on.victim_misses, 0U);
    EXPECT_LT(on.victim_accesses, on.pool_accesses / 10);
    const Activity asleep = while_one_starves(false);
    EXPECT_GT(static_cast<double>(asleep.wait_time), 0.9 * 10e6);
    EXPECT_LT(asleep.pool_misses, on.pool_misses / 10);
}

TEST(SimulatedTasks, AreObservedAllAlong) {
    std::vector<std::uint64_t> told;
    TaskOptions options;
    options.observe = [&](const TaskStatistics& now) { told.push_back(now.total.steals_tried); };
    options.observe_interval = std::chrono::milliseconds(2);
    const Computed computed = compute(test::machine_of(2, 2, 10'000), options);
    ASSERT_GT(told.size(), 5U);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), computed.result.statistics.total.steals_tried);
}

TEST(SimulatedTasks, DoTheSameEachTime) {
    const Computed one = compute(test::machine_of(3, 2, 1000));
    const Computed other = compute(test::machine_of(3, 2, 1000));
    EXPECT_EQ(one.simulation.seconds, other.simulation.seconds);
    EXPECT_EQ(one.simulation.events, other.simulation.events);
    EXPECT_EQ(one.simulation.messages, other.simulation.messages);
}

// Deeper than twice a thread's stack.
std::uint64_t depth_of(Fork fork, int left) {
    if (left == 0) return 0;
    auto below = fork.spawn<depth_of>(left - 1);
    return fork.sync(below) + 1;
}

TEST(SimulatedTasks, GoAsDeepAsThoseOfThreads) {
#if defined(SCRUMP_SANITIZED) || !defined(NDEBUG)
    GTEST_SKIP() << "frames are larger";
#endif
    simulate(test::machine_of(1, 2, 1000), [&](Session& session) {
        EXPECT_EQ(run_tasks<depth_of>({.session = &session}, 250'000).value, 250'000U);
        return 0;
    });
}

// So many leaves of a millisecond, which they say themselves.
std::uint64_t long_ones(Fork fork, unsigned leaves) {
    if (leaves == 1) {
        add_simulated_work(1000);
        return 1;
    }
    auto half = fork.spawn<long_ones>(leaves / 2);
    const std::uint64_t other = fork.call<long_ones>(leaves - leaves / 2);
    return fork.sync(half) + other;
}

TEST(SimulatedTasks, TakeTheTimeThatTheySay) {
    const auto seconds = [](unsigned workers) {
        double taken = 0;
        simulate(test::machine_of(1, workers, 1000), [&](Session& session) {
            const auto result = run_tasks<long_ones>({.session = &session}, 64U);
            EXPECT_EQ(result.value, 64U);
            taken = result.statistics.seconds;
            return 0;
        });
        return taken;
    };
    EXPECT_NEAR(seconds(1), 64e-3, 1e-3);
    EXPECT_LT(seconds(4), 64e-3 / 3);
    EXPECT_GE(seconds(4), 64e-3 / 4);
}

}  // namespace
}  // namespace scrump::detail

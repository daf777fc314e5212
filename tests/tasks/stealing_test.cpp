// What is stolen, and by whom: these end only if it is.

#include <scrump/base/detail/platform.hpp>
#include <scrump/tasks.hpp>

#include "support/one_sleeps_on.hpp"
#include "support/sanitized.hpp"
#include "tasks/many_stops.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace scrump {
namespace {

class TaskStealing : public testing::TestWithParam<DequeKind> {};
INSTANTIATE_TEST_SUITE_P(Deques, TaskStealing, testing::Values(DequeKind::private_deque, DequeKind::split),
                         [](const auto& of) { return std::string(name(of.param)); });

// Goes on until somebody else has begun with an older task: gives it where it communicates, or where it syncs.
void communicate_until(Fork fork, const std::atomic<bool>& taken) {
    while (!taken) {
        fork.communicate();
        std::this_thread::yield();
    }
}
void sync_until(Fork fork, const std::atomic<bool>& taken) {
    while (!taken) {
        auto next = fork.spawn([] { std::this_thread::yield(); });
        fork.sync(next);
    }
}

// Has `task` stolen, which is told where to say that it has begun.
template <class Task>
auto stolen(Fork& fork, Task task) {
    return fork.call([&](Fork inner) {
        std::atomic<bool> taken = false;
        auto handle = inner.spawn([&](Fork own) {
            taken = true;
            return own.call(task);
        });
        inner.call([&](Fork innermost) { communicate_until(std::move(innermost), taken); });
        return inner.sync(handle);
    });
}

TEST_P(TaskStealing, AnIdleWorkerTakesTheOldestTask) {
    for (auto* const wait : {&communicate_until, &sync_until}) {
        for (const unsigned workers : {2U, 4U}) {
            const auto result = run_tasks({.workers = workers, .deque = GetParam()}, [&](Fork fork) {
                std::atomic<bool> taken = false;
                const auto self = std::this_thread::get_id();
                auto other = fork.spawn([&] {
                    taken = true;
                    return std::this_thread::get_id();
                });
                fork.call([&](Fork inner) { wait(std::move(inner), taken); });
                return fork.sync(other) != self;
            });
            EXPECT_EQ(result.value, true);
            const TaskStatistics& statistics = result.statistics;
            EXPECT_GE(statistics.total.steals_won, 1U);
            EXPECT_GE(statistics.total.steals_tried, statistics.total.steals_won);
            EXPECT_EQ(statistics.total.tasks, statistics.total.steals_won + 1);
            EXPECT_EQ(statistics.total.spawns, statistics.total.steals_won);
            EXPECT_EQ(statistics.localities[0].steal_latency.count(), statistics.total.steals_won);
            EXPECT_GE(statistics.localities[0].workers[1].stolen_from.at(0) +
                          statistics.localities[0].workers[workers - 1].stolen_from.at(0) +
                          statistics.localities[0].workers[workers / 2].stolen_from.at(0),
                      1U);
        }
    }
}

// However often the other worker asks: with one task at a time there is nothing to give.
TEST_P(TaskStealing, TheLastTaskIsNotGiven) {
    const auto result = run_tasks({.workers = 2, .deque = GetParam()}, [](Fork fork) {
        const auto self = std::this_thread::get_id();
        stolen(fork, [] {});  // the other one is awake
        int elsewhere = 0;
        for (int i = 0; i < 20'000; ++i) {
            auto only = fork.spawn([] { return std::this_thread::get_id(); });
            if (i % 100 == 0) std::this_thread::yield();
            elsewhere += fork.sync(only) != self ? 1 : 0;
        }
        return elsewhere;
    });
    EXPECT_EQ(result.value, 0);
}

// The thief spawns a task of its own, and does not return before that is begun: only by who waits for the thief.
TEST_P(TaskStealing, WhoWaitsForAThiefHelpsIt) {
    const auto result = run_tasks({.workers = 2, .deque = GetParam()}, [](Fork fork) {
        std::atomic<bool> taken = false;
        const auto self = std::this_thread::get_id();
        std::thread::id helper;
        auto other = fork.spawn([&](Fork inner) {
            taken = true;
            std::atomic<bool> helped = false;
            auto task = inner.spawn([&] {
                helper = std::this_thread::get_id();
                helped = true;
            });
            inner.call([&](Fork innermost) { communicate_until(std::move(innermost), helped); });
            inner.sync(task);
        });
        fork.call([&](Fork inner) { communicate_until(std::move(inner), taken); });
        fork.sync(other);
        return helper == self;
    });
    EXPECT_EQ(result.value, true);
    EXPECT_EQ(result.statistics.total.tasks, 3U);
    EXPECT_EQ(result.statistics.total.steals_won, 2U);
}

TEST_P(TaskStealing, AStolenTasksResultAndExceptionAreBroughtBack) {
    const auto result = run_tasks({.workers = 2, .deque = GetParam()}, [](Fork fork) {
        std::string text = *stolen(fork, [] { return std::make_unique<std::string>("far away and longer than 15"); });
        try {
            stolen(fork, []() -> int { throw std::range_error(", thrown"); });
        } catch (const std::range_error& error) {
            text += error.what();
        }
        stolen(fork, [&] { text += ", and nothing"; });
        return text;
    });
    EXPECT_EQ(result.value, "far away and longer than 15, thrown, and nothing");
    EXPECT_EQ(result.statistics.total.steals_won, 3U);
}

TEST_P(TaskStealing, AStolenTaskIsWaitedForWhereItsHandleEnds) {
    std::atomic<bool> ended = false;
    const auto result = run_tasks({.workers = 2, .deque = GetParam()}, [&](Fork fork) {
        std::atomic<bool> taken = false;
        try {
            const auto other = fork.spawn([&] {
                taken = true;
                for (int i = 0; i < 100; ++i) std::this_thread::yield();
                ended = true;
                return std::make_unique<std::string>("not asked for");
            });
            fork.call([&](Fork inner) { communicate_until(std::move(inner), taken); });
            throw std::range_error("");
        } catch (const std::range_error&) {
            return ended.load();
        }
    });
    EXPECT_EQ(result.value, true);
}

TEST_P(TaskStealing, AStopReachesThievesAndWhoWaits) {
    std::stop_source stop;
    const auto result = run_tasks({.workers = 2, .stop = stop.get_token(), .deque = GetParam()}, [&](Fork fork) {
        stolen(fork, [&] {
            stop.request_stop();
            return 0;
        });
        const std::atomic<bool> never = false;
        auto other = fork.spawn([&](Fork inner) { sync_until(std::move(inner), never); });
        fork.call([&](Fork inner) { sync_until(std::move(inner), never); });
        return 1;
    });
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.value, std::nullopt);
}

// Who waits for its thief, and has asked it for a task, sleeps while that gives one and then ends everything: what was
// given is still to be left, as the thief waits for it. Otherwise each waits for the other.
TEST_P(TaskStealing, WhatIsGivenBeforeTheEndIsLeftByWhoWaits) {
    for (const char* const policy : {"random:steal=one", "random:steal=all"}) {
        test::OneSleepsOn platform;
        const test::Platform::Scope scope(platform);
        std::atomic<int> begun = 0;
        const auto run = [&] {
            run_tasks({.workers = 2, .policy = Policy::parse(policy), .deque = GetParam()}, [&](Fork fork) {
                platform.hold_this();
                stolen(fork, [&](Fork inner) {
                    const auto given = inner.spawn([&] { ++begun; });
                    const auto above = inner.spawn([&] { ++begun; });
                    platform.wait_until_it_sleeps();
                    inner.communicate();
                    {
                        const auto ends = inner.spawn([] { throw std::range_error("ended"); });
                    }
                    platform.let_go();
                });
            });
        };
        EXPECT_THROW(run(), std::range_error);
        EXPECT_EQ(begun, 0);
    }
}

// A thief runs a task that never asks for anything; who waits for it sleeps, and is woken by its end.
TEST_P(TaskStealing, WhoWaitsSleepsUntilTheThiefHasEnded) {
    const auto result = run_tasks({.workers = 2, .deque = GetParam()}, [](Fork fork) {
        return stolen(fork, [] {
            const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
            while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
            return 7;
        });
    });
    EXPECT_EQ(result.value, 7);
}

// --- Stress

long fib_in_pieces(Fork fork, int n) {
    if (n < 2) return n;
    auto first = fork.spawn<fib_in_pieces>(n - 1);
    auto second = fork.spawn<fib_in_pieces>(n - 2);
    if (n == 8) std::this_thread::yield();
    const long sum = fork.sync(second);
    return fork.sync(first) + sum;
}

TEST_P(TaskStealing, AnswersAreRightWhateverIsStolen) {
    for (const char* const policy : {"hierarchical", "random", "sticky-random", "round-robin"}) {
        for (const std::size_t capacity : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{1000}}) {
            for (const unsigned workers : {2U, 3U, 8U}) {
                if (test::sanitized && workers != 3) continue;
                const auto result = run_tasks<fib_in_pieces>({.workers = workers,
                                                              .policy = Policy::parse(policy),
                                                              .deque = GetParam(),
                                                              .deque_capacity = capacity},
                                                             17);
                EXPECT_EQ(result.value, 1597) << policy << ' ' << capacity << ' ' << workers;
            }
        }
    }
}

int throw_at_zero(Fork fork, int n) {
    if (n == 0) throw std::range_error("zero");
    auto first = fork.spawn<throw_at_zero>(n - 1);
    int caught = 0;
    try {
        if (n > 1) caught += fork.call<throw_at_zero>(n - 2);
    } catch (const std::range_error&) {
        ++caught;
    }
    try {
        return caught + fork.sync(first);
    } catch (const std::range_error&) {
        return caught + 1;
    }
}

TEST_P(TaskStealing, ExceptionsFindTheirWayWhateverIsStolen) {
    const int alone = *run_tasks<throw_at_zero>({.workers = 1}, 14).value;
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{5}, std::size_t{1000}}) {
        for (const unsigned workers : {2U, 5U})
            EXPECT_EQ(
                run_tasks<throw_at_zero>({.workers = workers, .deque = GetParam(), .deque_capacity = capacity}, 14)
                    .value,
                alone);
    }
}

TEST_P(TaskStealing, ManyStopsAtAnyTime) {
    test::expect_values_unless_stopped<fib_in_pieces>({.workers = 3, .deque = GetParam(), .deque_capacity = 5});
}

}  // namespace
}  // namespace scrump

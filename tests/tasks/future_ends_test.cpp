// Futures of computations that end early, of computations within tasks, and of several localities.

#include <scrump/tasks.hpp>

#include <scrump/metrics/detail/counting.hpp>

#include "support/message_of.hpp"
#include "tasks/fib.hpp"
#include "tasks/futures.hpp"
#include "tasks/remote_programs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::expect_everywhere;
using test::fib;
using test::fib_of;
using test::flowing_fib;
using test::twice;

// --- Ends

// How many there are.
struct AliveCounted {
    explicit AliveCounted(std::atomic<int>& all) : all_(&all) { ++*all_; }
    AliveCounted(const AliveCounted& other) : all_(other.all_) { ++*all_; }
    AliveCounted& operator=(const AliveCounted&) = default;
    ~AliveCounted() { --*all_; }

    std::atomic<int>* all_;
};

TEST(Futures, AStoppedComputationDropsTheirTasks) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        for (int round = 0; round < 20; ++round) {
            std::atomic<int> alive = 0;
            std::stop_source stop;
            std::optional<SharedFuture<int>> left;
            const auto result = run_tasks({.workers = workers, .stop = stop.get_token()}, [&](Fork fork) {
                const std::vector<int> on_stack(1000, 1);
                SharedFuture<int> last = make_ready_future(0);
                for (int i = 0;; ++i) {
                    last = last.then(fork, [&, counted = AliveCounted(alive)](Fork inner, int n) {
                        inner.communicate();
                        return n + on_stack[std::size_t(n) % 1000];
                    });
                    auto loops = fork.async([&, i, counted = AliveCounted(alive)](Fork inner) {
                        while (on_stack[0] == 1 && i >= round) inner.communicate();
                    });
                    if (i == round) stop.request_stop();
                    if (i % 3 == 0) left = last;
                    if (i % 5 == 0) fork.get(last);
                    if (i > round + 10) fork.get(when_all(std::move(loops), last));
                }
            });
            EXPECT_EQ(result.status, Status::cancelled);
            EXPECT_EQ(alive, 0);
            if (left && left->ready()) continue;
            ADD_FAILURE() << "a future of a computation that is over is not ready";
        }
    }
}

TEST(Futures, ATaskThatGetsADroppedOneLeavesWithItsComputation) {
    std::stop_source stop;
    const auto result = run_tasks({.workers = 2, .stop = stop.get_token()}, [&](Fork fork) {
        Future<int> dropped = fork.async([&](Fork inner) {
            stop.request_stop();
            while (true) inner.communicate();
            return 1;
        });
        while (!dropped.ready()) std::this_thread::yield();  // another worker drops it
        return fork.get(dropped);
    });
    EXPECT_EQ(result.status, Status::cancelled);
}

TEST(Futures, WhatIsLeftOfAStoppedComputationHasNoValue) {
    std::stop_source stop;
    Future<int> left;
    run_tasks({.workers = 1, .stop = stop.get_token()}, [&](Fork fork) {
        left = fork.async([] { return 1; });
        stop.request_stop();
        while (true) fork.communicate();
    });
    ASSERT_TRUE(left.ready());
    const std::string said =
        test::message_of([&] { run_tasks({.workers = 1}, [&](Fork fork) { return fork.get(left); }); });
    EXPECT_EQ(said, "this future has no value: its computation ended before its task was run");
}

TEST(Futures, ATimeLimitEndsAWait) {
    const auto result = run_tasks({.workers = 2, .time_limit = std::chrono::milliseconds(20)}, [](Fork fork) {
        auto endless = fork.async([](Fork inner) {
            while (true) inner.communicate();
            return 1;
        });
        return fork.get(endless.then(fork, [](int n) { return n; }));
    });
    EXPECT_EQ(result.status, Status::time_limit);
    EXPECT_EQ(result.value, std::nullopt);
}

TEST(Futures, AnExceptionOfTheFirstTaskEndsTheComputation) {
    for (const unsigned workers : {1U, 3U}) {
        std::atomic<int> alive = 0;
        EXPECT_THROW(run_tasks({.workers = workers},
                               [&](Fork fork) -> int {
                                   for (int i = 0; i < 100; ++i) fork.async([counted = AliveCounted(alive)] {});
                                   throw std::range_error("first");
                               }),
                     std::range_error);
        EXPECT_EQ(alive, 0);
    }
}

TEST(Futures, ReadyOnesOutliveTheirComputation) {
    std::optional<SharedFuture<std::string>> text;
    run_tasks({.workers = 2}, [&](Fork fork) { text = fork.async([] { return std::string("made before"); }); });
    const auto result = run_tasks({.workers = 2}, [&](Fork fork) {
        return fork.get(text->then(fork, [](const std::string& before) { return before + ", read later"; }));
    });
    EXPECT_EQ(result.value, "made before, read later");
}

// --- Within each other

TEST(Futures, ComputationsNestInTheirTasks) {
    expect_everywhere(
        [](Fork fork) {
            std::vector<Future<long>> all;
            for (int i = 0; i < 10; ++i) {
                all.push_back(fork.async([i] {
                    return *run_tasks({.workers = 2}, [i](Fork inner) {
                                return inner.get(inner.async<flowing_fib>(i).then<twice>(inner));
                            }).value;
                }));
            }
            long sum = 0;
            for (const long each : fork.get(when_all(std::move(all)))) sum += each;
            return sum;
        },
        2 * 88L);
}

TEST(Futures, UnfinishedOnesStayInTheirComputation) {
    for (const bool gets : {true, false}) {
        const std::string said = test::message_of([gets] {
            run_tasks({.workers = 1}, [gets](Fork fork) {
                const SharedFuture<int> outer = fork.async([] { return 1; });
                run_tasks({.workers = 1}, [&outer, gets](Fork inner) {
                    if (gets) return inner.get(outer);
                    return inner.get(outer.then(inner, [](int n) { return n; }));
                });
            });
        });
        EXPECT_NE(said.find("this future belongs to another computation"), std::string::npos) << said;
    }
}

// A task that travels makes futures where it comes to; they, and what their tasks spawn, stay there.
long travels(Fork fork, int n) {
    if (n > 12) {
        auto first = fork.spawn<travels>(n - 1);
        const long second = fork.call<travels>(n - 2);
        return fork.sync(first) + second;
    }
    auto future = fork.async([n](Fork inner) {
        auto spawned = inner.spawn<fib>(n - 1);
        const long second = inner.call<fib>(n - 2);
        return second + inner.sync(spawned);
    });
    fork.async<fib>(5);
    return fork.get(future.then(fork, [](long sum) { return sum; }));
}

TEST(Futures, StayInTheirLocality) {
    for (const unsigned localities : {2U, 3U}) {
        for (const unsigned workers : {1U, 2U}) {
            for (const DequeKind deque : {DequeKind::split, DequeKind::private_deque}) {
                const auto result =
                    run_tasks<travels>({.workers = workers, .localities = localities, .deque = deque}, 20);
                EXPECT_EQ(result.value, 6765);
            }
        }
    }
}

// Says where it is run.
std::uint64_t fails_away_from(Fork fork, std::uint64_t worker) {
    if (test::this_worker() != worker) fork.async([] { throw std::range_error("unseen"); });
    return test::this_worker();
}

TEST(Futures, AnUnseenExceptionInAnotherLocalityIsThatOfTheComputation) {
    EXPECT_THROW(run_tasks({.workers = 1, .localities = 2},
                           [](Fork fork) {
                               const std::uint64_t here = test::this_worker();
                               test::until_stolen(
                                   fork, [here](Fork& own) { return own.spawn<fails_away_from>(here); },
                                   [here](std::uint64_t where) { return where != here; });
                           }),
                 std::range_error);
}

TEST(Futures, EachTaskIsCountedAndTimed) {
    if (!detail::counting) GTEST_SKIP() << "built without counters";
    for (const unsigned workers : {1U, 2U}) {
        const auto result = run_tasks({.workers = workers}, [](Fork fork) {
            std::vector<Future<long>> all;
            for (int i = 0; i < 100; ++i) all.push_back(fork.async<fib_of>(5).then<twice>(fork));
            fork.get(when_all(std::move(all)));
        });
        EXPECT_EQ(result.statistics.total.tasks, 201U);
        const Activity sum = result.statistics.localities.at(0).activity();
        EXPECT_EQ(sum.tasks, 201U);
        EXPECT_EQ(result.statistics.localities[0].task_durations.count(), 201U);
    }
}

TEST(Futures, EachTaskIsFoundByALookIntoAQueue) {
    if (!detail::counting) GTEST_SKIP() << "built without counters";
    for (const unsigned workers : {1U, 2U, 4U}) {
        for (const bool look_on : {false, true}) {
            const auto result = run_tasks({.workers = workers, .look_on = look_on}, [](Fork fork) {
                std::vector<Future<long>> all;
                for (int i = 0; i < 300; ++i) all.push_back(fork.async([i] { return long{i}; }).then<twice>(fork));
                fork.get(when_all(std::move(all)));
            });
            const Activity sum = result.statistics.localities.at(0).activity();
            EXPECT_EQ(sum.pool_accesses - sum.pool_misses, sum.tasks);
            EXPECT_EQ(sum.victim_accesses - sum.victim_misses, result.statistics.total.steals_won);
            EXPECT_EQ(sum.victim_accesses, result.statistics.total.steals_tried);
            if (workers == 1) {
                EXPECT_EQ(sum.victim_accesses, 0U);
            }
        }
    }
}

}  // namespace
}  // namespace scrump

// Tasks that wait for futures, and what a worker does meanwhile.

#include <scrump/tasks.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"
#include "tasks/fib.hpp"
#include "tasks/futures.hpp"
#include "tasks/remote_programs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump {
namespace {

using test::expect_everywhere;
using test::fib;
using test::flowing_fib;

// --- Waiting

long waiting_fib(Fork fork, int n) {
    if (n < 2) return n;
    auto first = fork.async<waiting_fib>(n - 1);
    auto second = fork.async<waiting_fib>(n - 2);
    return fork.get(first) + fork.get(second);
}

TEST(Futures, TasksMayWaitForOthers) {
    expect_everywhere([](Fork fork) { return fork.get(fork.async<waiting_fib>(14)); }, 377L);
    expect_everywhere([](Fork fork) { return fork.get(fork.async<flowing_fib>(14)); }, 377L);
}

// Each task waits for earlier ones in the middle, after it has spawned, or by a sync: if a waiting worker ran what its
// task does not need, some would wait for each other.
TEST(Futures, TasksThatWaitForAnyEarlierOnesEnd) {
    for (unsigned seed = 0; seed < test::few_or(60); ++seed) {
        static constexpr std::size_t size = 300;
        const unsigned workers = 1 + seed % 4;
        const DequeKind deque = seed / 4 % 2 == 0 ? DequeKind::split : DequeKind::private_deque;
        std::uint64_t expected = 0;
        std::vector<std::uint64_t> values(size);
        const auto earlier = [seed](std::size_t i, unsigned which) {
            return SplitMix64(seed * size + i * 7 + which)() % i;
        };
        for (std::size_t i = 0; i < size; ++i) {
            values[i] = i < 3 ? i : values[earlier(i, 0)] * 3 + values[earlier(i, 1)] + 5;
            expected ^= values[i];
        }
        const auto result = run_tasks({.workers = workers, .deque = deque}, [&](Fork fork) {
            std::vector<SharedFuture<std::uint64_t>> made;
            for (std::size_t i = 0; i < size; ++i) {
                if (i < 3) {
                    made.emplace_back(fork.async([i] { return std::uint64_t{i}; }));
                    continue;
                }
                made.emplace_back(fork.async([a = made[earlier(i, 0)], b = made[earlier(i, 1)]](Fork own) {
                    auto spawned =
                        own.spawn([&b](Fork inner) { return inner.get(b) + std::uint64_t(inner.call<fib>(5)); });
                    const std::uint64_t value = own.get(a) * 3;
                    return value + own.sync(spawned);
                }));
            }
            auto asked = fork.spawn([&made](Fork inner) { return inner.get(made[size / 2]); });
            std::uint64_t all = 0;
            for (const auto& each : made) all ^= fork.get(each);
            EXPECT_EQ(fork.sync(asked), values[size / 2]);
            return all;
        });
        ASSERT_EQ(result.value, expected) << "seed " << seed;
    }
}

// One worker runs a task that another one waits for, while one lies in a queue that needs the waiting task: if that was
// begun on top of it, both would wait for ever, which is noticed.
TEST(Futures, ATaskThatWaitsRunsOnlyThoseThatItNeeds) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<bool> waits = false;
        const auto result = run_tasks({.workers = 2}, [&](Fork fork) {
            const SharedFuture<int> lasts = fork.async([&](Fork own) {
                while (!waits) own.communicate();
                test::linger(own);
                return 1;
            });
            const SharedFuture<int> first = fork.async([&, lasts](Fork own) {
                waits = true;
                return own.get(lasts) + 1;
            });
            return fork.get(fork.async([first](Fork own) { return own.get(first) + 1; }));
        });
        EXPECT_EQ(result.value, 3);
    }
}

TEST(Futures, ATaskOfThemThatSyncsRunsNoOthers) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<bool> made = false;
        std::atomic<bool> begun = false;
        SharedFuture<int> syncs;
        Future<int> needs_it;
        const auto lasts = [&](Fork own) {
            begun = true;
            while (!made) own.communicate();
            needs_it = own.async([&syncs](Fork inner) { return inner.get(syncs) + 1; });
            test::linger(own);
            return 1;
        };
        const auto result = run_tasks({.workers = 2}, [&](Fork fork) {
            syncs = fork.async([&](Fork own) {
                auto stolen = own.spawn(lasts);
                while (!begun) own.communicate();
                return own.sync(stolen) + 1;
            });
            made = true;
            return fork.get(syncs) + fork.get(needs_it);
        });
        EXPECT_EQ(result.value, 5);
    }
}

TEST(Futures, ATaskThatWaitsForItselfIsAnError) {
    const std::string said = test::message_of([] {
        run_tasks({.workers = 1}, [](Fork fork) {
            SharedFuture<int> own;
            own = fork.async([&own](Fork inner) { return inner.get(own); });
            return fork.get(own.then(fork, [](int n) { return n; }));
        });
    });
    EXPECT_EQ(said, "a task waits for a future that needs the end of the task");
}

TEST(Futures, LoopsAndSpawnsGoTogetherWithThem) {
    expect_everywhere(
        [](Fork fork) {
            std::atomic<long> sum = 0;
            parallel_for(
                fork, 0, 40,
                [&](Fork body, int i) {
                    auto future = body.async([i](Fork inner) {
                        return parallel_reduce(
                            inner, 0, i, 0L, [](int k) { return long{k}; }, std::plus<>(), 1);
                    });
                    auto spawned = body.spawn<fib>(8);
                    sum += body.get(future);
                    sum += body.sync(spawned);
                },
                1);
            return sum.load();
        },
        40L * 21 + 39 * 40 * 38 / 6);
}

TEST(Futures, ALoopsForkMakesNone) {
    const std::string said = test::message_of([] {
        run_tasks({.workers = 1}, [](Fork fork) { parallel_for(fork, 0, 10, [&](int) { fork.async([] {}); }); });
    });
    EXPECT_NE(said.find("this fork is in use"), std::string::npos) << said;
}

TEST(Futures, TasksWhoseFuturesAreDroppedAreRunBeforeTheEnd) {
    for (const unsigned workers : {1U, 3U}) {
        std::atomic<int> runs = 0;
        run_tasks({.workers = workers}, [&](Fork fork) {
            for (int i = 0; i < 100; ++i) {
                fork.async([&runs](Fork inner) {
                    ++runs;
                    inner.async([&runs] { ++runs; }).then(inner, [&runs] { ++runs; });
                });
            }
        });
        EXPECT_EQ(runs, 300);
    }
}

}  // namespace
}  // namespace scrump

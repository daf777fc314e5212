#include <scrump/parallel.hpp>
#include <scrump/simulation.hpp>
#include <scrump/tasks/detail/pool_gate.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using detail::PoolGate;
using test::message_of;

// What a child process, which has no pool yet, returns. It must not return from the test.
template <class Child>
int status_of(const Child& child) {
    const pid_t process = ::fork();
    if (process == 0) std::_Exit(child());
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

long sum_to(int n) {
    return parallel_reduce(0, n, 0L, [](int i) { return long{i}; }, std::plus<>(), {.grain = 1});
}

// --- Seats

TEST(PoolGate, HasSeatsForAsManyThreadsAsItSays) {
    PoolGate gate(3, false);
    EXPECT_EQ(gate.workers(), 4U);
    EXPECT_FALSE(gate.busy());
    std::set<unsigned> taken;
    for (unsigned seat = 0; seat < PoolGate::seats; ++seat) taken.insert(*gate.enter());
    EXPECT_EQ(taken.size(), PoolGate::seats);
    EXPECT_EQ(*taken.begin(), 3U) << "the helpers come first";
    EXPECT_FALSE(gate.enter());
    gate.leave(5);
    EXPECT_EQ(gate.enter(), 5U);
    for (const unsigned worker : taken) gate.leave(worker);
    EXPECT_FALSE(gate.busy());
}

TEST(PoolGate, ASleepingHelperIsWokenByACallOnly) {
    PoolGate gate(1, false);
    std::atomic<bool> woken = false;
    std::jthread helper([&] {
        gate.wait([] { return false; });
        woken = true;
    });
    const unsigned worker = *gate.enter();
    // It may have gone to sleep before the seat was taken, and then does not notice; or it may not.
    while (!woken) gate.call(1);
    gate.leave(worker);
}

TEST(PoolGate, AHelperThatIsToEndDoes) {
    PoolGate gate(1, true);
    std::atomic<bool> over = false;
    std::jthread helper([&] { gate.wait([&] { return over.load(); }); });
    over = true;
    gate.call_all();
}

// --- Pools

TEST(Pool, CallsUseTheInnermostPool) {
    Pool outer(3);
    Pool inner(1);
    EXPECT_EQ(outer.run([] { return detail::workers_here(); }), 3U);
    outer.run([&] {
        const auto caller = std::this_thread::get_id();
        inner.run([&] { parallel_for(0, 100, [&](int) { EXPECT_EQ(std::this_thread::get_id(), caller); }); });
        EXPECT_EQ(detail::workers_here(), 3U);
    });
    EXPECT_EQ(detail::here.top, nullptr);
}

TEST(Pool, ReturnsWhatTheFunctionReturnsOrThrows) {
    Pool pool(2);
    int value = 3;
    static_assert(std::is_same_v<decltype(pool.run([&]() -> int& { return value; })), int&>);
    EXPECT_EQ(message_of([&] { pool.run([] { throw Error("no luck"); }); }), "no luck");
    EXPECT_EQ(detail::here.top, nullptr);
    EXPECT_EQ(pool.run([] { return sum_to(100); }), 4950);
}

TEST(Pool, HasOtherThreadsThatHelp) {
    Pool pool(3);
    std::mutex mutex;
    std::set<std::thread::id> threads;
    // Until all have come: each iteration waits for them.
    pool.run([&] {
        parallel_for(0, 3,
                     [&](int) {
                         {
                             const std::lock_guard lock(mutex);
                             threads.insert(std::this_thread::get_id());
                         }
                         while (std::unique_lock(mutex), threads.size() < 3) std::this_thread::yield();
                     },
                     {.grain = 1});
    });
    EXPECT_EQ(threads.size(), 3U);
}

TEST(Pool, AFunctionThatIsInvokedBesideALongOneBeginsMeanwhile) {
    Pool pool(2);
    std::atomic<bool> begun = false;
    pool.run([&] {
        parallel_invoke(
            [&] {
                while (!begun) std::this_thread::yield();
            },
            [&] { begun = true; });
        begun = false;
        TaskGroup group;
        group.run([&] { begun = true; });
        while (!begun) std::this_thread::yield();
        group.wait();
        std::atomic<int> ended = 0;
        // Without a grain, too: the first iteration is long, and the last can be had meanwhile.
        parallel_for(0, 4, [&](int i) {
            if (i == 0) {
                while (ended < 3) std::this_thread::yield();
            }
            ++ended;
        });
    });
}

TEST(Pool, MoreCallersThanSeatsWorkAlone) {
    Pool pool(2);
    std::atomic<long> sum = 0;
    std::atomic<unsigned> here = 0;
    {
        std::vector<std::jthread> threads;
        for (unsigned thread = 0; thread < PoolGate::seats + 4; ++thread) {
            threads.emplace_back([&] {
                pool.run([&] {
                    ++here;
                    while (here < PoolGate::seats + 4) std::this_thread::yield();
                    sum += sum_to(100);
                });
            });
        }
    }
    EXPECT_EQ(sum, (PoolGate::seats + 4) * 4950);
}

TEST(Pool, RefusesTooManyWorkers) {
    EXPECT_THROW(Pool(100'000), UsageError);
}

TEST(Pool, TheSharedOneHasAsManyWorkersAsTheEnvironmentSays) {
    if (test::sanitized) GTEST_SKIP() << "ThreadSanitizer ends a child of a process that has threads";
    EXPECT_EQ(status_of([] {
                  ::setenv("SCRUMP_WORKERS", "3", 1);
                  return static_cast<int>(Pool::shared().workers());
              }),
              3);
    EXPECT_EQ(status_of([] {
                  ::setenv("SCRUMP_WORKERS", "many", 1);
                  const std::string why = message_of([] { Pool::shared(); });
                  return why == "SCRUMP_WORKERS is 'many': expected a number of workers, 0 for all cores" ? 0 : 1;
              }),
              0);
}

TEST(Pool, AChildProcessHasAPoolOfItsOwn) {
    if (test::sanitized) GTEST_SKIP() << "ThreadSanitizer ends a child of a process that has threads";
    EXPECT_EQ(sum_to(1000), 499'500);
    EXPECT_EQ(status_of([] { return sum_to(1000) == 499'500 ? 0 : 1; }), 0);
    EXPECT_EQ(sum_to(1000), 499'500);
}

// The same protocols, in a time that passes as a simulated machine says.
TEST(Pool, WorksOnSimulatedMachines) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SimulatedMachine machine = SimulatedMachine::named("infiniband");
        machine.hosts = 1;
        machine.workers = 4;
        machine.seed = seed;
        long sum = 0;
        EXPECT_EQ(sum_to(1000), 499'500) << "threads of the shared pool are there";
        simulate(machine, [&](Session&) {
            EXPECT_EQ(sum_to(1000), 499'500);
            EXPECT_EQ(Pool::shared().workers(), 1U);
            Pool pool(4);
            for (int repetition = 0; repetition < 20; ++repetition) {
                sum += pool.run([] { return sum_to(200); });
                std::atomic<long> calls = 0;
                pool.run([&] {
                    TaskGroup group;
                    for (int i = 0; i < 20; ++i)
                        group.run([&] { isolate([&] { parallel_for(0, 10, [&](int) { ++calls; }, {.grain = 1}); }); });
                    group.wait();
                });
                sum += calls;
            }
            return 0;
        });
        EXPECT_EQ(sum, 20 * (19'900 + 200));
    }
}

}  // namespace
}  // namespace scrump

// The calling thread is worker 0 of a computation that need not be served meanwhile.

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/loops.hpp>
#include <scrump/parallel.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/tasks.hpp>

#include "support/fast_platform.hpp"
#include "support/meeting_tasks.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace scrump {
namespace {

// Whether the first task runs on the calling thread.
bool runs_here(const TaskOptions& options) {
    const auto caller = std::this_thread::get_id();
    return *run_tasks(options, [caller](Fork) { return std::this_thread::get_id() == caller; }).value;
}

TEST(CallingThread, IsWorker0UnlessSomethingIsServedMeanwhile) {
    const std::stop_source stop;
    Session session;
    for (const unsigned workers : {1U, 2U, 4U}) {
        EXPECT_TRUE(runs_here({.workers = workers}));
        EXPECT_TRUE(runs_here({.workers = workers, .session = &session}));
        EXPECT_FALSE(runs_here({.workers = workers, .localities = 2}));
        EXPECT_FALSE(runs_here({.workers = workers, .time_limit = std::chrono::hours(1)}));
        EXPECT_FALSE(runs_here({.workers = workers, .stop = stop.get_token()}));
        EXPECT_FALSE(runs_here({.workers = workers, .progress = [](const TaskProgress&) {}}));
        EXPECT_FALSE(runs_here({.workers = workers, .observe = [](const TaskStatistics&) {}}));
    }
}

TEST(CallingThread, GetsTheExceptionOfATask) {
    const auto fails = [](Fork) { throw std::runtime_error("a task's own"); };
    EXPECT_EQ(test::message_of<std::runtime_error>([&] { run_tasks({.workers = 2}, fails); }), "a task's own");
    EXPECT_TRUE(runs_here({.workers = 2}));
}

// --- What it is in the middle of

struct InDestructor {
    std::function<void()> what;
    ~InDestructor() { what(); }
};

// Handles that are destroyed distinguish whether their task is left because of an exception.
TEST(CallingThread, HasNoExceptionUnderWayInTasks) {
    const auto look = [](Fork) { return std::uncaught_exceptions() == 0 && std::current_exception() == nullptr; };
    bool none = false;
    try {
        const InDestructor unwound{[&] { none = *run_tasks({.workers = 1}, look).value; }};
        throw std::runtime_error("outside");
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(none);
        EXPECT_TRUE(*run_tasks({.workers = 1}, look).value);
        EXPECT_NE(std::current_exception(), nullptr);
        EXPECT_STREQ(error.what(), "outside");
    }
    EXPECT_EQ(std::uncaught_exceptions(), 0);
}

std::size_t sum_by_plain_calls(Fork /*fork*/) {
    return parallel_reduce(std::size_t{0}, std::size_t{100}, std::size_t{0}, [](std::size_t i) { return i; });
}

TEST(CallingThread, IsInNoPlainCallInTasks) {
    std::atomic<std::size_t> sum = 0;
    parallel_for(0, 8, [&](int) {
        isolate([&] { sum += *run_tasks<sum_by_plain_calls>({.workers = 2}).value; });
        sum += parallel_reduce(std::size_t{0}, std::size_t{10}, std::size_t{0}, [](std::size_t i) { return i; });
    });
    EXPECT_EQ(sum, 8U * (4950U + 45U));
}

TEST(CallingThread, NestsComputationsInComputations) {
    const auto inner = [](Fork) { return *run_tasks<test::meet>({.workers = 2}).value; };
    const auto outer = [&](Fork) { return runs_here({.workers = 1}) ? *run_tasks({.workers = 2}, inner).value : 0; };
    EXPECT_EQ(run_tasks({.workers = 1}, outer).value, 2);
}

TEST(CallingThread, MayBeAnyOfSeveralAtOnce) {
    std::vector<std::thread> threads;
    std::atomic<int> here = 0;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 20; ++round) here += runs_here({.workers = 2, .pin = false}) ? 1 : 0;
        });
    }
    for (auto& each : threads) each.join();
    EXPECT_EQ(here, 80);
}

// --- Its stack

// 64 KiB for each call.
long go_down(Fork fork, int depth) {
    std::array<volatile char, 65536> frame{};
    frame[0] = static_cast<char>(depth % 2);
    const long below = depth == 0 ? 0 : fork.call<go_down>(depth - 1);
    return below + frame[0];
}

// 62 MiB, where the main thread has 8.
TEST(CallingThread, HasALargeStack) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers have larger frames";
    for (int round = 0; round < 3; ++round) EXPECT_EQ(run_tasks<go_down>({.workers = 1}, 1000).value, 500);
}

// --- The others

TEST(CallingThread, IsJoinedByOthersOnceItHasWorkedForAMoment) {
    for (const unsigned workers : {2U, 4U}) {
        EXPECT_EQ(run_tasks<test::meet>({.workers = workers, .pin = false}).value, 2);
    }
    EXPECT_EQ(run_tasks<test::meet>({.workers = 2}).value, 2);
}

long spawn_without_end(Fork fork) {
    while (true) {
        auto next = fork.spawn([](Fork) { return 1; });
        fork.sync(next);
    }
}

TEST(CallingThread, EndsWhereThereCanBeNoMoreThreads) {
    for (int allowed = 0; allowed < 3; ++allowed) {
        test::FastPlatform platform(1);
        platform.allow_threads(allowed);
        const detail::Platform::Scope scope(platform);
        EXPECT_EQ(test::message_of<Error>([] { run_tasks<spawn_without_end>({.workers = 4}); }),
                  "cannot start worker " + std::to_string(allowed + 2) +
                      " of 4: " + std::make_error_code(std::errc::resource_unavailable_try_again).message());
    }
}

// --- Loops

TEST(CallingThread, RunsAShortLoopWithoutTheOthers) {
    for (const char* const technique : {"auto", "ss", "gss", "fac2", "static"}) {
        std::vector<int> runs(10);
        const LoopResult result = loop({.technique = Technique::parse(technique), .workers = 3}, runs.size(),
                                       [&](std::uint64_t i) { ++runs[i]; });
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(result.statistics.shares.size(), 3U);
        EXPECT_TRUE(std::ranges::all_of(runs, [](int count) { return count == 1; })) << technique;
    }
}

TEST(CallingThread, IsJoinedByOthersInALoop) {
    std::atomic<int> here = 0;
    loop({.technique = Technique::parse("ss"), .workers = 2}, 2, [&](std::uint64_t) {
        ++here;
        while (here < 2) std::this_thread::yield();
    });
    EXPECT_EQ(here, 2);
}

}  // namespace
}  // namespace scrump

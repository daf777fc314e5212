#include <scrump/base/detail/processing_units.hpp>
#include <scrump/runtime/detail/team.hpp>
#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include "support/meeting_tasks.hpp"
#include "support/sanitized.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

TEST(Team, RunsEveryMemberOnce) {
    std::vector<std::atomic<int>> runs(9);
    {
        Team team([&](unsigned index) { ++runs[index]; });
        team.start(9);
    }
    for (const auto& count : runs) EXPECT_EQ(count, 1);
}

// The same threads, as often as there is work for so many; those at work are not had twice.
TEST(Team, TakesKeptThreadsAndLeavesThem) {
    KeptThreads threads;
    std::mutex mutex;
    std::set<std::thread::id> seen;
    for (int round = 0; round < 100; ++round) {
        std::atomic<int> runs = 0;
        Team outer(
            [&](unsigned) {
                {
                    const std::lock_guard lock(mutex);
                    seen.insert(std::this_thread::get_id());
                }
                ++runs;
                while (runs < 3) std::this_thread::yield();  // who ends early may be had for the next member
            },
            &threads);
        outer.start(3);
        EXPECT_EQ(outer.size(), 3U);
        outer.join();
        EXPECT_EQ(runs, 3);
    }
    EXPECT_EQ(threads.size(), 3U);
    EXPECT_EQ(seen.size(), 3U);
}

TEST(Team, TwoTeamsAtOnceHaveThreadsOfTheirOwn) {
    KeptThreads threads;
    std::atomic<int> here = 0;
    const auto wait_for_all = [&](unsigned) {
        ++here;
        while (here < 4) std::this_thread::yield();
    };
    Team one(wait_for_all, &threads);
    Team other(wait_for_all, &threads);
    one.start(2);
    other.start(2);
    one.join();
    other.join();
    EXPECT_EQ(threads.size(), 4U);
}

// --- With the calling thread

TEST(Team, ItsCallerIsItsFirstThread) {
    KeptThreads threads;
    const auto caller = std::this_thread::get_id();
    std::array<std::atomic<bool>, 3> here{};
    Team team([&](unsigned index) { here.at(index) = std::this_thread::get_id() == caller; }, &threads);
    EXPECT_FALSE(team.works_here());
    team.join_in(RoomyStack::take());
    team.start(3);
    ASSERT_TRUE(team.works_here());
    team.work_here();
    team.join();
    EXPECT_EQ(team.size(), 3U);
    EXPECT_TRUE(here[0] && !here[1] && !here[2]);
    EXPECT_LE(threads.size(), 2U);
}

// However often it is withdrawn: that needs no further thread, and leaves it ready.
TEST(Team, ItsSecondThreadMayBeWithdrawnBeforeItsMoment) {
    KeptThreads threads;
    for (int round = 0; round < 50; ++round) {
        std::atomic<int> runs = 0;
        Team team([&](unsigned) { ++runs; }, &threads);
        team.join_in(RoomyStack::take());
        team.start_second_at(Clock::now() + std::chrono::hours(1), 2, {}, Looks::in_turns, [&] { ++runs; });
        team.work_here();
        team.settle_second();
        EXPECT_EQ(team.size(), 1U);
        team.join();
        EXPECT_EQ(runs, 1);
    }
    EXPECT_EQ(threads.size(), 1U);
    std::atomic<int> runs = 0;
    Team last([&](unsigned) { ++runs; }, &threads);
    last.start(1);
    last.join();
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(threads.size(), 1U);
}

// Its thread may have been given to another team meanwhile.
TEST(Team, WhatHasEndedWithdrawsNothingElse) {
    KeptThreads threads;
    std::atomic<bool> done = false;
    const auto first = threads.run_at(
        Clock::now(), {}, Looks::in_turns, [] {},
        [&] {
            done = true;
            done.notify_all();
        });
    done.wait(false);
    const auto next = threads.run_at(
        Clock::now() + std::chrono::hours(1), {}, Looks::in_turns, [] {}, [] {});
    ASSERT_EQ(threads.size(), 1U);
    EXPECT_FALSE(threads.withdraw(first));
    EXPECT_TRUE(threads.withdraw(next));
}

TEST(Team, ItsSecondThreadStartsTheOthersAtItsMoment) {
    KeptThreads threads;
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> runs = 0;
        Team team(
            [&](unsigned) {
                ++runs;
                while (runs < 4) std::this_thread::yield();
            },
            &threads);
        team.join_in(RoomyStack::take());
        team.start_second_at(Clock::now() + std::chrono::microseconds(5), 4, {}, Looks::in_turns,
                             [&] { team.start(4); });
        team.work_here();
        team.settle_second();
        EXPECT_EQ(team.size(), 4U);
    }
    EXPECT_EQ(threads.size(), 3U);
}

// --- Processes that were forked

// There they are not, whatever is known of them.
TEST(Team, AForkedProcessStartsThreadsOfItsOwn) {
    if (test::sanitized) GTEST_SKIP() << "ThreadSanitizer has no threads in processes that were forked by several";
    auto threads = std::make_unique<KeptThreads>();
    const auto run_team = [&] {
        std::atomic<int> runs = 0;
        const auto meet = [&](unsigned) {
            ++runs;
            while (runs < 2) std::this_thread::yield();  // otherwise one thread may do both
        };
        Team team(meet, threads.get());
        team.start(2);
        team.join();
        return runs.load();
    };
    ASSERT_EQ(run_team(), 2);
    const pid_t child = ::fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        ::alarm(60);  // who waits for threads that are not there waits for ever
        const bool fine = threads->size() == 0 && run_team() == 2 && run_team() == 2 && threads->size() == 2;
        threads.reset();
        ::_exit(fine ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(run_team(), 2);
    EXPECT_EQ(threads->size(), 2U);
}

// No more than the runs at one time need, however many there are one after the other.
TEST(Team, RunsWithoutASessionShareTheThreadsOfTheProcess) {
    const auto run = [] {
        const auto result = run_tasks<test::meet>({.workers = 2, .pin = false});
        EXPECT_EQ(result.value, 2);
    };
    run();
    const std::size_t before = KeptThreads::of_process().size();
    EXPECT_GE(before, 1U);
    for (int round = 0; round < 20; ++round) run();
    EXPECT_LE(KeptThreads::of_process().size(), before);
}

TEST(Team, AForkedProcessHasThreadsOfTheProcessOfItsOwn) {
    if (test::sanitized) GTEST_SKIP() << "ThreadSanitizer has no threads in processes that were forked by several";
    const auto run = [] { return *run_tasks<test::meet>({.workers = 2}).value; };
    ASSERT_EQ(run(), 2);
    const pid_t child = ::fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        ::alarm(60);
        const bool fine = KeptThreads::of_process().size() == 0 && run() == 2;
        ::_exit(fine && KeptThreads::of_process().size() == 1 ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(run(), 2);
}

TEST(Team, PinsToItsPlaces) {
    if (processing_units().empty()) GTEST_SKIP() << "the system does not tell its processors";
    std::atomic<int> runs = 0;
    Team team([&](unsigned) { ++runs; });
    team.start(static_cast<unsigned>(processing_units().size()), processing_units());
    team.join();
    EXPECT_EQ(runs, static_cast<int>(processing_units().size()));
}

TEST(Places, AreDistinct) {
    const std::set<unsigned> distinct(processing_units().begin(), processing_units().end());
    EXPECT_EQ(distinct.size(), processing_units().size());
}

}  // namespace
}  // namespace scrump::detail

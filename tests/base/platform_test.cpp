#include <scrump/base/detail/platform.hpp>

#include "support/fast_platform.hpp"

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/processing_units.hpp>
#include <scrump/base/detail/thread.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;

TEST(Platform, IsThisMachineAtFirst) {
    const auto before = std::chrono::steady_clock::now();
    const Clock::time_point now = Clock::now();
    EXPECT_LE(before, now);
    EXPECT_LE(now, std::chrono::steady_clock::now());
}

TEST(Platform, HasAllProcessorsThatThisProcessMayUse) {
    EXPECT_GE(Platform::current().processors(), std::max<std::size_t>(processing_units().size(), 1));
}

TEST(Platform, AnotherOneTakesItsPlaceForAWhile) {
    Platform& machine = Platform::current();
    test::FastPlatform other(1'000'000);
    {
        const Platform::Scope scope(other);
        EXPECT_EQ(&Platform::current(), &other);
        // A microsecond of this machine is a second of that one.
        const Clock::time_point began = Clock::now();
        const Clock::time_point before = machine.now();
        while (machine.now() < before + 1us) {
        }
        EXPECT_GE(Clock::now() - began, 1s);
    }
    EXPECT_EQ(&Platform::current(), &machine);
}

TEST(Platform, HasTheThreadsAndTheSleepOfAll) {
    test::FastPlatform platform(3'600'000);
    const Platform::Scope scope(platform);
    EventCount events;
    std::atomic<bool> told = false;
    Thread thread([&] {
        told = true;
        events.notify_all();
    });
    while (true) {
        const EventCount::Key key = events.prepare_wait();
        if (told) {
            events.cancel_wait();
            break;
        }
        events.wait(key);
    }
    EXPECT_TRUE(thread.joinable());
    thread.join();
    EXPECT_FALSE(thread.joinable());
    // An hour of its own is a millisecond.
    events.wait(events.prepare_wait(), Clock::now() + 1h);
    EXPECT_EQ(platform.started(), 1);
    EXPECT_GE(platform.slept(), 1);
}

TEST(Thread, IsWaitedForAtItsEnd) {
    std::atomic<bool> open = false;
    std::atomic<bool> done = false;
    {
        const Thread thread([&] {
            open.wait(false);
            done = true;
        });
        open = true;
        open.notify_all();
    }
    EXPECT_TRUE(done);
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/base/detail/platform.hpp>
#include <scrump/runtime/detail/safepoint.hpp>

#include "support/fast_platform.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

// What workers write before they wait is seen by who calls them, and they write nothing while it looks: every sum is
// that of one moment.
TEST(Safepoint, WhoCallsSeesAllStandStill) {
    static constexpr unsigned workers = 4;
    static constexpr unsigned calls = 500;
    EventCount events;
    Safepoint safepoint(workers, events);
    std::atomic<bool> ending = false;
    struct alignas(64) Shown {
        std::uint64_t steps = 0;
        std::uint64_t meetings = 0;
    };
    std::vector<Shown> shown(workers);
    std::vector<std::jthread> threads;
    for (unsigned index = 0; index < workers; ++index) {
        threads.emplace_back([&, index] {
            for (std::uint64_t step = 1; !ending.load(); ++step) {
                shown[index].steps = step;
                if (!safepoint.wanted()) continue;
                ++shown[index].meetings;
                safepoint.wait();
            }
            safepoint.leave();
        });
    }
    const auto wait_for_all = [&] {
        while (true) {
            const EventCount::Key key = events.prepare_wait();
            if (safepoint.all_here()) return events.cancel_wait();
            events.wait(key);
        }
    };
    for (unsigned call = 1; call <= calls; ++call) {
        safepoint.call();
        wait_for_all();
        std::uint64_t before = 0;
        for (const Shown& each : shown) before += each.steps;
        std::uint64_t after = 0;
        for (const Shown& each : shown) after += each.steps;
        EXPECT_EQ(before, after);
        for (const Shown& each : shown) EXPECT_GE(each.meetings, call);
        EXPECT_GT(safepoint.resume(), Clock::duration::zero());
        EXPECT_FALSE(safepoint.all_here());
    }
    ending.store(true);
    safepoint.call();  // who leaves need not come
    wait_for_all();
    safepoint.resume();
}

TEST(Safepoint, SomeAreNotAll) {
    EventCount events;
    Safepoint safepoint(3, events);
    safepoint.call();
    EXPECT_FALSE(safepoint.all_here());
    for (unsigned left = 1; left <= 3; ++left) {
        safepoint.leave();
        EXPECT_EQ(safepoint.left(), left);
        EXPECT_EQ(safepoint.all_here(), left == 3);
    }
}

// Who waits for all to leave is woken once, also where they stood still before.
TEST(Safepoint, TheLastToLeaveIsToldOf) {
    test::FastPlatform platform(1);
    const Platform::Scope scope(platform);
    EventCount events;
    Safepoint safepoint(2, events);
    safepoint.call();
    {
        std::vector<std::jthread> threads;
        for (int worker = 0; worker < 2; ++worker) threads.emplace_back([&] { safepoint.wait(); });
        while (true) {
            const EventCount::Key key = events.prepare_wait();
            if (safepoint.all_here()) {
                events.cancel_wait();
                break;
            }
            events.wait(key);
        }
        safepoint.close();
    }
    static_cast<void>(events.prepare_wait());
    const int before = platform.woken();
    safepoint.leave();
    EXPECT_EQ(platform.woken(), before);
    safepoint.leave();
    EXPECT_EQ(platform.woken(), before + 1);
    events.cancel_wait();
}

TEST(Safepoint, ACallTakenBackKeepsNobody) {
    EventCount events;
    Safepoint safepoint(2, events);
    safepoint.wait();  // nobody called
    safepoint.call();
    std::jthread worker([&] { safepoint.wait(); });
    EXPECT_FALSE(safepoint.all_here());
    safepoint.resume();
    worker.join();
    EXPECT_FALSE(safepoint.wanted());
    EXPECT_EQ(safepoint.resume(), Clock::duration::zero());
}

}  // namespace
}  // namespace scrump::detail

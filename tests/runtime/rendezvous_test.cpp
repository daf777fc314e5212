#include <scrump/runtime/rendezvous.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace scrump {
namespace {

// What workers write before they wait is seen by who calls them, and they write nothing while it looks: every sum is
// that of one moment.
TEST(Rendezvous, WhoCallsSeesAllStandStill) {
    static constexpr unsigned workers = 4;
    static constexpr unsigned calls = 500;
    Doorbell bell;
    Rendezvous rendezvous(workers, bell);
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
                if (!rendezvous.wanted()) continue;
                ++shown[index].meetings;
                rendezvous.wait();
            }
            rendezvous.leave();
        });
    }
    const auto wait_for_all = [&] {
        while (true) {
            const Doorbell::Ticket ticket = bell.listen();
            if (rendezvous.all_here()) return bell.cancel();
            bell.wait(ticket);
        }
    };
    for (unsigned call = 1; call <= calls; ++call) {
        rendezvous.call();
        wait_for_all();
        std::uint64_t before = 0;
        for (const Shown& each : shown) before += each.steps;
        std::uint64_t after = 0;
        for (const Shown& each : shown) after += each.steps;
        EXPECT_EQ(before, after);
        for (const Shown& each : shown) EXPECT_GE(each.meetings, call);
        EXPECT_GT(rendezvous.dismiss(), Rendezvous::Clock::duration::zero());
        EXPECT_FALSE(rendezvous.all_here());
    }
    ending.store(true);
    rendezvous.call();  // who leaves need not come
    wait_for_all();
    rendezvous.dismiss();
}

TEST(Rendezvous, SomeAreNotAll) {
    Doorbell bell;
    Rendezvous rendezvous(3, bell);
    rendezvous.call();
    EXPECT_FALSE(rendezvous.all_here());
    for (unsigned left = 1; left <= 3; ++left) {
        rendezvous.leave();
        EXPECT_EQ(rendezvous.left(), left);
        EXPECT_EQ(rendezvous.all_here(), left == 3);
    }
}

TEST(Rendezvous, ACallTakenBackKeepsNobody) {
    Doorbell bell;
    Rendezvous rendezvous(2, bell);
    rendezvous.wait();  // nobody called
    rendezvous.call();
    std::jthread worker([&] { rendezvous.wait(); });
    EXPECT_FALSE(rendezvous.all_here());
    rendezvous.dismiss();
    worker.join();
    EXPECT_FALSE(rendezvous.wanted());
    EXPECT_EQ(rendezvous.dismiss(), Rendezvous::Clock::duration::zero());
}

}  // namespace
}  // namespace scrump

#include <scrump/base/doorbell.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace scrump {
namespace {

// Two threads hand a number to each other; one lost wake-up and this never ends.
TEST(Doorbell, LosesNoRing) {
    Doorbell bell;
    std::atomic<int> turn = 0;
    constexpr int rounds = 20'000;
    const auto play = [&](int self) {
        for (int round = self; round < rounds; round += 2) {
            while (true) {
                const Doorbell::Ticket ticket = bell.listen();
                if (turn.load(std::memory_order_acquire) == round) {
                    bell.cancel();
                    break;
                }
                bell.wait(ticket);
            }
            turn.store(round + 1, std::memory_order_release);
            bell.ring_all();
        }
    };
    std::jthread other(play, 1);
    play(0);
    other.join();
    EXPECT_EQ(turn, rounds);
}

TEST(Doorbell, OneRingWakesOneOfMany) {
    Doorbell bell;
    std::atomic<int> tokens = 0;
    std::atomic<int> taken = 0;
    constexpr int all = 3000;
    {
        std::vector<std::jthread> takers;
        for (int i = 0; i < 3; ++i) {
            takers.emplace_back([&] {
                while (taken.load() < all) {
                    const Doorbell::Ticket ticket = bell.listen();
                    int have = tokens.load();
                    if (have > 0 && tokens.compare_exchange_strong(have, have - 1)) {
                        bell.cancel();
                        if (++taken == all) bell.ring_all();
                    } else if (have > 0 || taken.load() >= all) {
                        bell.cancel();
                    } else {
                        bell.wait(ticket);
                    }
                }
            });
        }
        for (int i = 0; i < all; ++i) {
            ++tokens;
            bell.ring_one();
        }
    }
    EXPECT_EQ(taken, all);
}

TEST(Doorbell, ADeadlineEndsTheWait) {
    Doorbell bell;
    bell.wait(bell.listen(), Doorbell::Clock::now());
    bell.ring_all();  // nobody is left to hear it
    const Doorbell::Ticket ticket = bell.listen();
    bell.ring_all();
    bell.wait(ticket);  // was rung already
}

}  // namespace
}  // namespace scrump

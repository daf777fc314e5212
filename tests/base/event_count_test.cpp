#include <scrump/base/detail/event_count.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

// Two threads hand a number to each other; one lost wake-up and this never ends.
TEST(EventCount, LosesNoNotification) {
    EventCount events;
    std::atomic<int> turn = 0;
    constexpr int rounds = 20'000;
    const auto play = [&](int self) {
        for (int round = self; round < rounds; round += 2) {
            while (true) {
                const EventCount::Key key = events.prepare_wait();
                if (turn.load(std::memory_order_acquire) == round) {
                    events.cancel_wait();
                    break;
                }
                events.wait(key);
            }
            turn.store(round + 1, std::memory_order_release);
            events.notify_all();
        }
    };
    std::jthread other(play, 1);
    play(0);
    other.join();
    EXPECT_EQ(turn, rounds);
}

TEST(EventCount, OneNotificationWakesOneOfMany) {
    EventCount events;
    std::atomic<int> tokens = 0;
    std::atomic<int> taken = 0;
    constexpr int all = 3000;
    {
        std::vector<std::jthread> takers;
        for (int i = 0; i < 3; ++i) {
            takers.emplace_back([&] {
                while (taken.load() < all) {
                    const EventCount::Key key = events.prepare_wait();
                    int have = tokens.load();
                    if (have > 0 && tokens.compare_exchange_strong(have, have - 1)) {
                        events.cancel_wait();
                        if (++taken == all) events.notify_all();
                    } else if (have > 0 || taken.load() >= all) {
                        events.cancel_wait();
                    } else {
                        events.wait(key);
                    }
                }
            });
        }
        for (int i = 0; i < all; ++i) {
            ++tokens;
            events.notify_one();
        }
    }
    EXPECT_EQ(taken, all);
}

TEST(EventCount, ADeadlineEndsTheWait) {
    EventCount events;
    events.wait(events.prepare_wait(), Clock::now());
    events.notify_all();  // nobody is left to hear it
    const EventCount::Key key = events.prepare_wait();
    events.notify_all();
    events.wait(key);  // was notified already
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/runtime/detail/look_time.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace scrump::detail {
namespace {

using std::chrono::microseconds;

TEST(LookTime, GrowsWhenWorkComesSoonAndShrinksWhenItDoesNot) {
    LookTime time(Looks::all_along);
    EXPECT_EQ(time.time(), LookTime::longest);
    time.adapt(LookTime::longest);
    EXPECT_EQ(time.time(), LookTime::longest / 2);
    for (int i = 0; i < 20; ++i) time.adapt(std::chrono::hours(1));
    EXPECT_EQ(time.time(), LookTime::shortest);
    time.adapt(microseconds(150));  // a longer look would have seen it
    EXPECT_EQ(time.time(), 2 * LookTime::shortest);
    for (int i = 0; i < 20; ++i) time.adapt(microseconds(1));
    EXPECT_EQ(time.time(), LookTime::longest);
}

TEST(LookTime, AThreadThatNeverLooksSleepsUntilItIsNotified) {
    for (const Looks looks : {Looks::never, Looks::in_turns, Looks::all_along}) {
        LookTime time(looks);
        EventCount events;
        std::atomic<unsigned> asked = 0;
        std::atomic<bool> news = false;
        std::thread other([&] {
            while (asked < 2) std::this_thread::yield();  // it may sleep from now on
            news = true;
            events.notify_all();
        });
        time.await(events, [&] {
            ++asked;
            return news.load();
        });
        EXPECT_TRUE(news);
        other.join();
        if (looks != Looks::never) continue;
        EXPECT_EQ(time.time(), LookTime::longest) << "it has no time to adapt";
    }
}

}  // namespace
}  // namespace scrump::detail

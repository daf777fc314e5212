// Who is given up, and when, at times that pass in these tests alone.

#include <scrump/runtime/detail/liveness.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;

constexpr Clock::time_point start = Clock::time_point(1000h);
constexpr auto limit = 100ms;

std::vector<unsigned> watchers(unsigned self, unsigned size) {
    return Liveness(self, size, limit, start).watchers();
}

TEST(Liveness, IsAStar) {
    EXPECT_EQ(watchers(0, 4), (std::vector<unsigned>{1, 2, 3}));
    EXPECT_EQ(watchers(1, 4), std::vector<unsigned>{0});
    EXPECT_EQ(watchers(3, 4), std::vector<unsigned>{0});
    EXPECT_EQ(watchers(0, 1), std::vector<unsigned>{});
}

// Looks as often as it is asked to until so long after the start; says who was lost first, and when.
struct Loss {
    std::optional<unsigned> who;
    Clock::duration when{0};
};
template <class EachTime>
Loss look_until(Liveness& liveness, Clock::duration end, const EachTime& each_time) {
    Clock::time_point now = start;
    while (now < start + end) {
        each_time(now);
        liveness.keep_alive_due(now);
        if (const std::optional<unsigned> who = liveness.lost(now)) return {who, now - start};
        EXPECT_GT(*liveness.deadline(), now);
        EXPECT_LE(*liveness.deadline(), now + limit / 4);
        now = *liveness.deadline();
    }
    return {};
}

TEST(Liveness, WhoIsNeverHeardIsLostAfterTheLimit) {
    for (const unsigned self : {0U, 2U}) {
        Liveness liveness(self, 3, limit, start);
        const Loss loss = look_until(liveness, 10s, [](auto) {});
        EXPECT_EQ(loss.who, self == 0 ? 1U : 0U);
        EXPECT_EQ(loss.when, limit);
    }
}

TEST(Liveness, WhoIsNotWatchedIsNotMissed) {
    Liveness liveness(1, 4, limit, start);
    const Loss loss = look_until(liveness, 10s, [&](Clock::time_point now) {
        for (const unsigned from : {2U, 3U}) liveness.heard(from, now);
    });
    EXPECT_EQ(loss.who, 0U);
    EXPECT_EQ(loss.when, limit);
}

TEST(Liveness, WhoFallsSilentIsLostAfterTheLimit) {
    for (const unsigned silent : {1U, 2U, 3U}) {
        Liveness liveness(0, 4, limit, start);
        const Loss loss = look_until(liveness, 10s, [&](Clock::time_point now) {
            for (const unsigned from : {1U, 2U, 3U}) {
                if (from != silent || now <= start + 1s) liveness.heard(from, now);
            }
        });
        EXPECT_EQ(loss.who, silent);
        EXPECT_EQ(loss.when, 1s + limit);
    }
}

TEST(Liveness, WhoWasSilentForLongestIsNamed) {
    Liveness liveness(0, 4, limit, start);
    liveness.heard(1, start + 20ms);
    liveness.heard(2, start + 10ms);
    liveness.heard(3, start + 30ms);
    EXPECT_FALSE(liveness.lost(start + 60ms));
    EXPECT_FALSE(liveness.lost(start + 109ms));
    EXPECT_EQ(liveness.lost(start + 140ms), 2U);
    EXPECT_EQ(liveness.lost(start + 141ms), 2U);
}

TEST(Liveness, OnlyTheWatchedCount) {
    Liveness liveness(2, 4, limit, start);
    const Loss loss = look_until(liveness, 1s, [&](Clock::time_point now) {
        for (const unsigned from : {1U, 2U, 3U}) liveness.heard(from, now);
    });
    EXPECT_EQ(loss.who, 0U);
}

TEST(Liveness, WhoIsHeardAtTheLastMomentLives) {
    Liveness liveness(1, 2, limit, start);
    Clock::time_point next = start + limit - 1ns;
    const Loss loss = look_until(liveness, 10s, [&](Clock::time_point now) {
        while (next <= now) {
            liveness.heard(0, next);
            next += limit - 1ns;
        }
    });
    EXPECT_FALSE(loss.who);
}

TEST(Liveness, BeatsFourTimesInTheLimit) {
    Liveness liveness(1, 2, limit, start);
    int sent = 0;
    for (Clock::time_point now = start; now < start + 10 * limit; now += 1ms)
        sent += liveness.keep_alive_due(now) ? 1 : 0;
    EXPECT_EQ(sent, 40);
    Liveness late(1, 2, limit, start);
    EXPECT_TRUE(late.keep_alive_due(start + 60ms));
    EXPECT_FALSE(late.keep_alive_due(start + 84ms));
    EXPECT_TRUE(late.keep_alive_due(start + 85ms));
}

// The whole job was suspended for an hour: all get what was left of their time, less one look's.
TEST(Liveness, NobodyIsLostWhileThisLocalitySleeps) {
    for (const auto silent_before : {0ms, 24ms, 50ms, 74ms}) {
        Liveness liveness(0, 3, limit, start);
        for (auto passed = 0ms; passed <= silent_before; passed += 1ms) {
            liveness.keep_alive_due(start + passed);
            EXPECT_FALSE(liveness.lost(start + passed));
        }
        const Clock::time_point awake = start + silent_before + 1h;
        EXPECT_TRUE(liveness.keep_alive_due(awake));
        EXPECT_FALSE(liveness.lost(awake));
        liveness.heard(1, awake + 1ms);
        const auto left = limit - limit / 4 - silent_before;
        for (auto passed = 1ms; passed < left; passed += 1ms) EXPECT_FALSE(liveness.lost(awake + passed));
        EXPECT_EQ(liveness.lost(awake + left), 2U);
    }
}

// Slept, and the first that is done is to take in what came meanwhile.
TEST(Liveness, WhatCameDuringSleepCounts) {
    Liveness liveness(0, 3, limit, start);
    EXPECT_FALSE(liveness.lost(start + 20ms));
    for (int nap = 1; nap <= 100; ++nap) {
        const Clock::time_point awake = start + nap * 10s;
        liveness.heard(2, awake);
        liveness.heard(1, awake);
        EXPECT_FALSE(liveness.lost(awake));
        EXPECT_FALSE(liveness.lost(awake + 1ms));
    }
}

// Somebody who is always late finds out all the same.
TEST(Liveness, ALateLookStillCountsAsOne) {
    Liveness liveness(0, 2, limit, start);
    Clock::time_point now = start;
    int looks = 0;
    while (!liveness.lost(now)) {
        now += 3 * limit;
        ASSERT_LE(++looks, 4);
    }
    EXPECT_EQ(looks, 4);
}

TEST(Liveness, NobodyIsWatchedWithoutALimitOrCompany) {
    const auto idle = [](Liveness liveness) {
        const bool sent = liveness.keep_alive_due(start);
        liveness.heard(0, start + 1s);
        liveness.heard(1, start + 1s);
        return !sent && !liveness.lost(start + 1000h) && !liveness.deadline() && liveness.watchers().empty();
    };
    EXPECT_TRUE(idle({0, 3, 0ns, start}));
    EXPECT_TRUE(idle({1, 3, -5ns, start}));
    EXPECT_TRUE(idle({0, 1, limit, start}));
}

TEST(Liveness, AnyLimitWillDo) {
    for (const auto huge : {std::chrono::nanoseconds::max(), std::chrono::nanoseconds::max() / 2}) {
        Liveness liveness(0, 2, huge, start);
        EXPECT_TRUE(liveness.keep_alive_due(start));
        EXPECT_FALSE(liveness.lost(start + 100'000h));
        EXPECT_GT(*liveness.deadline(), start + 1000h);
    }
    for (const auto tiny : {1ns, 2ns, 3ns, 7ns}) {
        Liveness liveness(0, 2, tiny, start);
        EXPECT_TRUE(liveness.keep_alive_due(start));
        EXPECT_FALSE(liveness.lost(start));
        EXPECT_GT(*liveness.deadline(), start);
        Clock::time_point now = start;
        for (int look = 0; look < 10; ++look) liveness.lost(now += 1ms);
        EXPECT_EQ(liveness.lost(now + 1ms), 1U);
    }
}

}  // namespace
}  // namespace scrump::detail

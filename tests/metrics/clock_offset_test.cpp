#include <scrump/base/random.hpp>
#include <scrump/metrics/detail/clock_offset.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace scrump::detail {
namespace {

using When = ClockOffset::When;

TEST(ClockOffset, IsNoneUntilSomethingIsKnown) {
    const ClockOffset offset;
    EXPECT_EQ(offset.to_own(123), 123);
    EXPECT_EQ(offset.error(), 0);
}

TEST(ClockOffset, KeepsTheQuickestAnswer) {
    ClockOffset offset;
    offset.learn(When::beginning, 100, 5150, 200);  // in the middle of the trip: 5000 ahead
    EXPECT_EQ(offset.to_own(5150), 150);
    EXPECT_EQ(offset.error(), 50);
    offset.learn(When::beginning, 300, 9000, 700);  // slow, and wrong
    EXPECT_EQ(offset.to_own(5150), 150);
    offset.learn(When::beginning, 800, 5806, 810);
    EXPECT_EQ(offset.to_own(5806), 805);
    EXPECT_EQ(offset.error(), 5);
}

TEST(ClockOffset, FollowsADriftBetweenBeginningAndEnd) {
    ClockOffset offset;
    offset.learn(When::beginning, 0, 1000, 0);
    offset.learn(When::end, 1'000'000, 1'001'100, 1'000'000);  // 100 further ahead
    EXPECT_EQ(offset.to_own(1000), 0);
    EXPECT_EQ(offset.to_own(1'001'100), 1'000'000);
    EXPECT_NEAR(static_cast<double>(offset.to_own(501'050)), 500'000, 1);
}

// Whatever the way there and back takes, times are right to within half of the quickest round trip.
TEST(ClockOffset, IsAsGoodAsItSays) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SplitMix64 random(seed);
        const double ahead = static_cast<double>(random.below(1'000'000'000));
        const double drift = 1 + 1e-6 * (static_cast<double>(random.below(200)) - 100);
        const auto theirs = [&](std::int64_t own) {
            return static_cast<std::int64_t>(static_cast<double>(own) * drift + ahead);
        };
        ClockOffset offset;
        for (const When when : {When::beginning, When::end}) {
            std::int64_t now = when == When::beginning ? 0 : 10'000'000'000;
            for (int question = 0; question < 8; ++question) {
                const auto there = std::int64_t{10'000} + random.below(500'000);
                const auto back = std::int64_t{10'000} + random.below(500'000);
                offset.learn(when, now, theirs(now + there), now + there + back);
                now += there + back;
            }
        }
        for (std::int64_t own = 0; own <= 10'000'000'000; own += 1'000'000'000) {
            EXPECT_LE(std::abs(offset.to_own(theirs(own)) - own), offset.error() + 2) << seed;
        }
    }
}

}  // namespace
}  // namespace scrump::detail

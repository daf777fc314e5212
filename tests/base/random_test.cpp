#include <scrump/base/random.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(SplitMix64, GivesThePublishedSequence) {
    SplitMix64 random(1234567);
    EXPECT_EQ(random(), 6457827717110365317ULL);
    EXPECT_EQ(random(), 3203168211198807973ULL);
    EXPECT_EQ(random(), 9817491932198370423ULL);
}

TEST(SplitMix64, BelowStaysBelowAndReachesBothEnds) {
    SplitMix64 random(1);
    unsigned seen = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::uint32_t value = random.below(7);
        ASSERT_LT(value, 7U);
        seen |= 1U << value;
    }
    EXPECT_EQ(seen, 0x7fU);
}

TEST(SplitMix64, UnitIsInTheHalfOpenInterval) {
    SplitMix64 random(2);
    double sum = 0;
    for (int i = 0; i < 10'000; ++i) {
        const double value = random.unit();
        ASSERT_GE(value, 0);
        ASSERT_LT(value, 1);
        sum += value;
    }
    EXPECT_NEAR(sum / 10'000, 0.5, 0.02);
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/stealing/detail/equations.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

// Worked out with ln to six digits: ln 2.72 = 1.000632, ln 3.72 = 1.313724, ln 3.22 = 1.169381, ln 3.47 = 1.244155.

// 3 µs of work after 1 µs without: share 0.75, ln(3.47) = 1.244155; cycle 4 µs, ln(6.72) = 1.905088.
// 1.244155 * 1.905088 * 0.65 = 1.540640; + 2 * 0.35 = 2.240640.
TEST(Equations, WorkRateOfAMixedCycle) {
    EXPECT_NEAR(work_rate(3, 1, 2), 2.240640, 1e-5);
}

// 1000 µs, all work: ln(3.72) * ln(1002.72) = 1.313724 * 6.910472 = 9.078453; * 0.65 = 5.900994.
// Half of it idle: ln(3.22) * ln(1002.72) * 0.65 = 1.169381 * 6.910472 * 0.65 = 5.252634.
TEST(Equations, WorkRateGrowsWithTheShareOfWork) {
    EXPECT_NEAR(work_rate(1000, 0, 0), 5.900994, 1e-5);
    EXPECT_NEAR(work_rate(500, 500, 0), 5.252634, 1e-5);
}

// Nothing at all: no share, ln(2.72)^2 * 0.65 = 1.001264 * 0.65 = 0.650822.
TEST(Equations, WorkRateOfAnEmptyCycle) {
    EXPECT_NEAR(work_rate(0, 0, 0), 0.650822, 1e-5);
}

// Smoothing tends to what it is fed: x = 0.65 r + 0.35 x has the solution r = 9.078453 above.
TEST(Equations, WorkRateSettles) {
    double rate = 0;
    for (int cycle = 0; cycle < 40; ++cycle) rate = work_rate(1000, 0, rate);
    EXPECT_NEAR(rate, 9.078453, 1e-5);
}

// 50 µs for 4 workers: ln(202.72) = 5.311826; * 0.65 = 3.452687; + 3 * 0.35 = 4.502687.
TEST(Equations, SmoothedDelay) {
    EXPECT_NEAR(smoothed_delay(50, 4, 3), 4.502687, 1e-5);
    EXPECT_NEAR(smoothed_delay(0, 4, 0), 0.650411, 1e-5);  // ln(2.72) * 0.65
}

// 5 * 3 - 4 = 11; with the delay counting double 7; without a rate 0.0001 * 3 - 4.
TEST(Equations, Score) {
    EXPECT_DOUBLE_EQ(score(5, 3, 4), 11);
    EXPECT_DOUBLE_EQ(score(5, 3, 4, {.delay = 2}), 7);
    EXPECT_DOUBLE_EQ(score(0, 3, 4), -3.9997);
    EXPECT_DOUBLE_EQ(score(5, 0, 4), -4);
}

// With equal shares: (1.313724 * 6.910472 + 9) / 2.
TEST(Equations, TakeOtherWeights) {
    EXPECT_NEAR(work_rate(1000, 0, 9, {.fresh = 0.5, .history = 0.5}), (9.078453 + 9) / 2, 1e-5);
}

}  // namespace
}  // namespace scrump::detail

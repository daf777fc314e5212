#include <scrump/base/clock.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

namespace scrump {
namespace {

using namespace std::chrono_literals;

Clock::time_point at(std::chrono::nanoseconds since_zero) {
    return Clock::time_point(since_zero);
}

TEST(Clock, AMomentIsSoLongAfterAnother) {
    EXPECT_EQ(moment_after(at(1s), 2s), at(3s));
    EXPECT_EQ(moment_after(at(0s), std::chrono::nanoseconds::max()), Clock::time_point::max());
    EXPECT_EQ(moment_after(at(5ns), std::chrono::nanoseconds::max() - 5ns), Clock::time_point::max());
}

TEST(Clock, WhatIsBeyondItsRangeIsNone) {
    EXPECT_EQ(moment_after(at(5ns), std::chrono::nanoseconds::max() - 4ns), std::nullopt);
    EXPECT_EQ(moment_after(at(1s), std::chrono::nanoseconds::max()), std::nullopt);
}

// A machine that was started a minute ago has no moment an hour ago that is after zero.
TEST(Clock, AMomentBeforeItBeganCounts) {
    EXPECT_EQ(moment_after(at(-1h), 1h), at(0s));
    EXPECT_EQ(moment_after(at(-1h), std::chrono::nanoseconds::max()), Clock::time_point::max() - 1h);
}

}  // namespace
}  // namespace scrump

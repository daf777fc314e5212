#include <scrump/metrics/activity.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

// Ten tasks of 30 us, in 400 us of two workers, of which 60 us were waited.
constexpr Activity sample{.tasks = 10,
                          .phases = 12,
                          .pool_accesses = 30,
                          .pool_misses = 20,
                          .victim_accesses = 8,
                          .victim_misses = 7,
                          .task_time = 300'000,
                          .wait_time = 60'000,
                          .total_time = 400'000};

TEST(Activity, AddsUp) {
    Activity sum = sample;
    sum += sample;
    EXPECT_EQ(sum, (Activity{20, 24, 60, 40, 16, 14, 600'000, 120'000, 800'000}));
    EXPECT_EQ(sum.since(sample), sample);
}

TEST(Activity, NeverBecomesLess) {
    EXPECT_EQ(sample.since(sample), Activity{});
    Activity later = sample;
    later.wait_time -= 10;  // as it may seem to others
    later.tasks += 1;
    EXPECT_EQ(later.since(sample), (Activity{.tasks = 1}));
}

TEST(Activity, WhatIsNeitherWorkNorWaitingIsManagement) {
    EXPECT_EQ(sample.management_time(), 40'000U);
    EXPECT_EQ((Activity{.task_time = 5, .wait_time = 5, .total_time = 9}).management_time(), 0U);  // a moment apart
}

TEST(Activity, HasTheFiguresOfThePaper) {
    EXPECT_DOUBLE_EQ(idle_rate(sample), 0.25);                        // equation 1
    EXPECT_DOUBLE_EQ(task_duration(sample), 30e-6);                   // equation 2
    EXPECT_DOUBLE_EQ(task_overhead(sample), 10e-6);                   // equation 3
    EXPECT_DOUBLE_EQ(phase_duration(sample), 25e-6);                  // equation 2, with phases
    EXPECT_DOUBLE_EQ(phase_overhead(sample), 100e-6 / 12);            // equation 3, with phases
    EXPECT_DOUBLE_EQ(management_overhead(sample, 2), 50e-6);          // equation 4
    EXPECT_NEAR(wait_time_per_task(sample, 24e-6), 6e-6, 1e-15);      // equation 5
    EXPECT_NEAR(wait_time_per_task(sample, 36e-6), -6e-6, 1e-15);     // tasks may be shorter together
    EXPECT_NEAR(wait_time_per_core(sample, 24e-6, 2), 30e-6, 1e-15);  // equation 6
}

TEST(Activity, OfNothingIsNothing) {
    EXPECT_EQ(idle_rate({}), 0);
    EXPECT_EQ(task_duration({}), 0);
    EXPECT_EQ(task_overhead({}), 0);
    EXPECT_EQ(phase_duration({}), 0);
    EXPECT_EQ(phase_overhead({}), 0);
    EXPECT_EQ(management_overhead({}, 4), 0);
    EXPECT_EQ(wait_time_per_task({}, 1), 0);
    EXPECT_EQ(wait_time_per_core({}, 1, 4), 0);
}

}  // namespace
}  // namespace scrump::detail

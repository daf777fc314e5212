#include <scrump/stealing/detail/paper_performance_driven.hpp>
#include <scrump/stealing/policy.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

namespace scrump::detail {
namespace {

constexpr double a_millisecond = 1000;

const MonitorSettings settings = monitor_settings(Policy::parse("performance-driven:paper"));

void refresh(PaperPerformanceDriven& policy, double now, unsigned size) {
    policy.begin_refresh(now, std::vector<bool>(size));
    policy.end_refresh(now, 1);
}

// Section 3.2.2: a routine traverses all nodes.
TEST(PaperPerformanceDriven, ReadsAllOthersInEveryRefresh) {
    constexpr unsigned size = 1000;
    PaperPerformanceDriven policy(7, size, 15, settings);
    std::vector<unsigned> all(size);
    std::iota(all.begin(), all.end(), 0);
    all.erase(all.begin() + 7);
    for (const bool near : {false, true}) {
        for (int again = 0; again < 3; ++again) {
            EXPECT_EQ(policy.begin_refresh(again, std::vector<bool>(size, near)), all);
            policy.end_refresh(again, 1);
        }
    }
}

// Equation 3.3: 1: 2 * 3 = 6, 2: 5 * 2 - 0.65 ln(2.72 + 1000) = 5.51, 3: no tasks.
TEST(PaperPerformanceDriven, HasTheBestScoreOfTheLastRefreshAsItsTarget) {
    PaperPerformanceDriven policy(0, 4, 1, settings);
    EXPECT_FALSE(policy.choose());
    policy.begin_refresh(0, std::vector<bool>(4));
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    policy.learn(2, {.work_rate = 5, .tasks = 2});
    policy.answered(2, 1000);
    policy.learn(3, {.work_rate = 50, .tasks = 0});
    EXPECT_FALSE(policy.choose()) << "not before the refresh ends";
    policy.end_refresh(0, 1);
    EXPECT_EQ(policy.choose(), 1U);
    EXPECT_EQ(policy.target(), 1U);
    policy.learn(2, {.work_rate = 50, .tasks = 20});
    EXPECT_EQ(policy.choose(), 1U) << "stays until the next one";
    refresh(policy, 1, 4);
    EXPECT_EQ(policy.choose(), 2U);
}

TEST(PaperPerformanceDriven, JudgesByItsEquations) {
    PaperPerformanceDriven policy(0, 2, 15, settings);
    policy.answered(1, 100);
    policy.learn(1, {.work_rate = 7, .tasks = 3});
    const double delay = 0.65 * std::log(2.72 + 100 * 15);
    EXPECT_DOUBLE_EQ(policy.assess(1)->delay, delay);
    EXPECT_DOUBLE_EQ(policy.assess(1)->score, 7 * 3 - delay);
    policy.answered(1, 20);
    EXPECT_DOUBLE_EQ(policy.assess(1)->delay, 0.65 * std::log(2.72 + 20 * 15) + 0.35 * delay);
}

// Section 3.3: a target whose score is not positive is not kept.
TEST(PaperPerformanceDriven, AsksNobodyWhoIsNotWorthTheDelay) {
    PaperPerformanceDriven policy(0, 2, 8, settings);
    policy.answered(1, 1000);  // 0.65 ln(2.72 + 8000) = 5.84
    policy.learn(1, {.work_rate = 2, .tasks = 2});
    refresh(policy, 0, 2);
    EXPECT_FALSE(policy.choose());
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    refresh(policy, 0, 2);
    EXPECT_EQ(policy.choose(), 1U);
}

// Section 3.2.2: the delay is the time in which the number of tasks is read; steals change nothing.
TEST(PaperPerformanceDriven, LearnsNothingFromSteals) {
    PaperPerformanceDriven policy(0, 3, 1, settings);
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    refresh(policy, 0, 3);
    const Assessment before = *policy.assess(1);
    policy.succeeded(1);
    policy.hear(1, {.work_rate = 9, .tasks = 0}, 5000);
    EXPECT_EQ(policy.choose(), 1U);
    EXPECT_EQ(policy.assess(1)->score, before.score);
    EXPECT_EQ(policy.assess(1)->delay, before.delay);
    policy.failed(1);
    EXPECT_FALSE(policy.choose()) << "until the auxiliary refresh";
    policy.hear(2, {.work_rate = 9, .tasks = 9}, 5000);
    EXPECT_FALSE(policy.choose());
    refresh(policy, 1, 3);
    EXPECT_EQ(policy.choose(), 1U) << "as it shows tasks";
}

TEST(PaperPerformanceDriven, ReadsItsOwnHostInNoTime) {
    PaperPerformanceDriven policy(0, 3, 15, settings);
    policy.begin_refresh(0, {true, true, false});
    EXPECT_DOUBLE_EQ(policy.assess(1)->delay, 0.65 * std::log(2.72));
    EXPECT_EQ(policy.assess(2)->delay, 0);
}

// Section 3.4; autoRefreshInfo() of the source: 60 ms more up to 240, 120 ms less down to 5.
TEST(PaperPerformanceDriven, RefreshesAfterFiveTo240Milliseconds) {
    PaperPerformanceDriven policy(0, 2, 1, settings);
    EXPECT_EQ(policy.next_refresh(), 0);
    std::vector<double> intervals;
    const auto go_on = [&](int times) {
        for (int i = 0; i < times; ++i) {
            const double now = policy.next_refresh();
            refresh(policy, now, 2);
            EXPECT_EQ(policy.next_refresh(), now + policy.interval());
            intervals.push_back(policy.interval() / a_millisecond);
        }
    };
    go_on(1);
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    go_on(5);
    policy.learn(1, {.work_rate = 2, .tasks = 0});
    go_on(3);
    EXPECT_EQ(intervals, (std::vector<double>{5, 65, 125, 185, 240, 240, 120, 5, 5}));
}

TEST(PaperPerformanceDriven, LeavesTheScheduleAloneInAuxiliaryRefreshes) {
    PaperPerformanceDriven policy(0, 2, 1, settings);
    refresh(policy, 0, 2);
    const double due = policy.next_refresh();
    for (const std::uint64_t tasks : {3U, 0U}) {
        policy.learn(1, {.work_rate = 2, .tasks = tasks});
        refresh(policy, 1 * a_millisecond, 2);
        EXPECT_EQ(policy.choose().has_value(), tasks > 0);
        EXPECT_EQ(policy.next_refresh(), due);
        EXPECT_EQ(policy.interval(), 5 * a_millisecond);
    }
    EXPECT_EQ(policy.next_auxiliary_refresh(), 0) << "without rest";
}

}  // namespace
}  // namespace scrump::detail

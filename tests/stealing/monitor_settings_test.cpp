// Settings of the performance-driven policy: those that it is given, and those that it tunes itself to.

#include <scrump/stealing/detail/performance_driven.hpp>

#include "blind_refresh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace scrump::detail {
namespace {

// --- Tuned (5.1.1)

TEST(MonitorSettings, AreThePapersInTheMiddle) {
    const MonitorSettings middle = MonitorSettings{}.tuned(0.5, 0.5);
    EXPECT_NEAR(middle.weights.history, 0.35, 1e-12);
    EXPECT_NEAR(middle.weights.fresh, 0.65, 1e-12);
    EXPECT_EQ(middle.weights.delay, 1);
    EXPECT_EQ(middle.shortest_interval, 1 * millisecond);
    EXPECT_EQ(middle.longest_interval, 100 * millisecond);
}

TEST(MonitorSettings, TrustHistoryAndTakeTheirTimeWhereStealsSucceedAndWorkersAreBusy) {
    const MonitorSettings good = MonitorSettings{}.tuned(1, 0);
    EXPECT_NEAR(good.weights.history, 0.65, 1e-12);
    EXPECT_EQ(good.weights.delay, 2);
    EXPECT_EQ(good.longest_interval, 400 * millisecond);
    EXPECT_EQ(good.shortest_interval, 4 * millisecond);

    const MonitorSettings poor = MonitorSettings{}.tuned(0, 1);
    EXPECT_NEAR(poor.weights.history, 0.05, 1e-12);
    EXPECT_EQ(poor.weights.delay, 0.5);
    EXPECT_EQ(poor.longest_interval, 25 * millisecond);
    EXPECT_EQ(poor.shortest_interval, 1 * millisecond);
}

TEST(MonitorSettings, StayWithinTheirBounds) {
    for (double success = 0; success <= 1; success += 0.125) {
        for (double idle = 0; idle <= 1; idle += 0.125) {
            const MonitorSettings settings = MonitorSettings{}.tuned(success, idle);
            EXPECT_NEAR(settings.weights.fresh + settings.weights.history, 1, 1e-12);
            EXPECT_GE(settings.weights.history, 0.05 - 1e-12);
            EXPECT_LE(settings.weights.history, 0.65 + 1e-12);
            EXPECT_GE(settings.shortest_interval, MonitorSettings{}.shortest_interval);
            EXPECT_LT(settings.shortest_interval, settings.longest_interval);
        }
    }
}

TEST(PerformanceDriven, TunesItselfByWhatComesOfIt) {
    const auto after = [](bool success, double idle, bool tuned) {
        PerformanceDriven policy(0, 2, 1, {.tuned = tuned});
        for (int i = 0; i < 100; ++i) {
            policy.learn(1, {.work_rate = 10, .tasks = 5});
            if (success)
                policy.succeeded(1);
            else
                policy.failed(1);
            refresh_blindly(policy, policy.next_refresh(), 2, idle);
        }
        return policy.settings();
    };
    EXPECT_EQ(after(true, 0, false), MonitorSettings{});
    const MonitorSettings good = after(true, 0, true);
    const MonitorSettings poor = after(false, 1, true);
    EXPECT_NEAR(good.weights.history, 0.65, 1e-4);
    EXPECT_NEAR(poor.weights.history, 0.05, 1e-4);
    EXPECT_NEAR(good.longest_interval, 400 * millisecond, 100);
    EXPECT_NEAR(poor.longest_interval, 25 * millisecond, 100);
    EXPECT_GT(good.weights.delay, poor.weights.delay);
}

// Both begin at one half. Of idle time each refresh takes 0.65 of what is new, of successes each steal a tenth.
TEST(PerformanceDriven, SmoothsWhatItTunesItselfBy) {
    PerformanceDriven policy(0, 2, 1, {.tuned = true});
    const auto expect = [&](double success, double idle) {
        const MonitorSettings expected = MonitorSettings{}.tuned(success, idle);
        EXPECT_NEAR(policy.settings().weights.history, expected.weights.history, 1e-12);
        EXPECT_NEAR(policy.settings().weights.delay, expected.weights.delay, 1e-12);
        EXPECT_NEAR(policy.settings().longest_interval, expected.longest_interval, 1e-6);
    };
    refresh_blindly(policy, 0, 2, 1);
    expect(0.5, 0.825);
    refresh_blindly(policy, 0, 2, 0);
    expect(0.5, 0.28875);
    policy.succeeded(1);
    refresh_blindly(policy, 0, 2, 0.28875);
    expect(0.55, 0.28875);
    policy.failed(1);
    refresh_blindly(policy, 0, 2, 0.28875);
    expect(0.495, 0.28875);
}

// Where all steals succeed and nobody is idle, a new delay counts 0.35 in equation 3.2, what was known 0.65 of it, and
// all twice in equation 3.3.
TEST(PerformanceDriven, JudgesByWhatItTunedItselfTo) {
    PerformanceDriven policy(0, 3, 1, {.tuned = true});
    for (int i = 0; i < 100; ++i) {
        policy.learn(1, {.work_rate = 10, .tasks = 5});
        policy.succeeded(1);
        refresh_blindly(policy, policy.next_refresh(), 3);
    }
    policy.learn(2, {.work_rate = 1, .tasks = 9});
    policy.answered(2, 1000);
    const double once = 0.35 * std::log(2.72 + 1000);
    EXPECT_NEAR(policy.assess(2)->delay, once, 1e-3);
    EXPECT_NEAR(policy.assess(2)->score, 9 - 2 * once, 1e-3);
    policy.answered(2, 1000);
    EXPECT_NEAR(policy.assess(2)->delay, 1.65 * once, 1e-3);
}

// --- Parameters

TEST(PerformanceDriven, GoesByTheWeightsThatItIsGiven) {
    const MonitorSettings settings{.weights = {.fresh = 0.9, .history = 0.1, .offset = 3, .least_rate = 2, .delay = 5}};
    PerformanceDriven policy(0, 2, 1, {.workers = 4, .settings = settings});
    policy.answered(1, 1000);
    policy.learn(1, {.work_rate = 1, .tasks = 9});
    const double delay = 0.9 * std::log(3 + 4000);
    EXPECT_DOUBLE_EQ(policy.assess(1)->delay, delay);
    EXPECT_DOUBLE_EQ(policy.assess(1)->score, 2 * 9 - 5 * delay);
}

TEST(PerformanceDriven, RefreshesBetweenTheLimitsThatItIsGiven) {
    PerformanceDriven policy(0, 2, 1, {.settings = {.shortest_interval = 3'000, .longest_interval = 6'000}});
    policy.learn(1, {.work_rate = 2, .tasks = 1});
    std::vector<double> intervals;
    for (int i = 0; i < 3; ++i) {
        refresh_blindly(policy, policy.next_refresh(), 2, 1);
        intervals.push_back(policy.interval());
    }
    policy.learn(1, {.work_rate = 2, .tasks = 0});
    for (int i = 0; i < 2; ++i) {
        refresh_blindly(policy, policy.next_refresh(), 2, 1);
        intervals.push_back(policy.interval());
    }
    EXPECT_EQ(intervals, (std::vector<double>{4500, 6000, 6000, 3000, 3000}));
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/runtime/detail/grain.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scrump::detail {
namespace {

GrainController controller(double first, double most_change = 4) {
    return GrainController({.first = first,
                            .least = 10,
                            .most = 1e6,
                            .tolerated_management = 0.02,
                            .tolerated_waiting = 0.05,
                            .most_change = most_change});
}

TEST(GrainController, StaysWhereBothCostsAreTolerable) {
    GrainController grain = controller(1000);
    EXPECT_EQ(grain.learn({.management = 0.02, .waiting = 0.05}), 1000);
    EXPECT_EQ(grain.learn({}), 1000);
}

TEST(GrainController, ManagementMakesTasksLargerAndWaitingSmaller) {
    GrainController grain = controller(1000);
    EXPECT_GT(grain.learn({.management = 0.03, .waiting = 0}), 1000);
    GrainController other = controller(1000);
    EXPECT_LT(other.learn({.management = 0, .waiting = 0.06}), 1000);
}

TEST(GrainController, TheGreaterExcessDecides) {
    EXPECT_GT(controller(1000).learn({.management = 0.2, .waiting = 0.1}), 1000);
    EXPECT_LT(controller(1000).learn({.management = 0.03, .waiting = 0.5}), 1000);
}

TEST(GrainController, ChangesAreNeitherTooSmallNorTooLarge) {
    EXPECT_DOUBLE_EQ(controller(1000).learn({.management = 0.0201, .waiting = 0}), 1200);
    EXPECT_DOUBLE_EQ(controller(1000).learn({.management = 1, .waiting = 0}), 4000);
    EXPECT_DOUBLE_EQ(controller(1000).learn({.management = 0, .waiting = 1}), 250);
    EXPECT_DOUBLE_EQ(controller(1000, 100).learn({.management = 1, .waiting = 0}), 100'000);
    EXPECT_DOUBLE_EQ(controller(1000, 1).learn({.management = 1, .waiting = 0}), 1200);
}

TEST(GrainController, StaysWithinItsLimits) {
    GrainController small = controller(1);
    EXPECT_EQ(small.grain(), 10);
    EXPECT_EQ(small.learn({.management = 0, .waiting = 1}), 10);
    GrainController large = controller(1e9);
    EXPECT_EQ(large.learn({.management = 1, .waiting = 0}), 1e6);
}

TEST(GrainController, SharesThatCannotBeAreBounded) {
    EXPECT_DOUBLE_EQ(controller(1000).learn({.management = std::numeric_limits<double>::infinity(), .waiting = 0}),
                     4000);
    EXPECT_DOUBLE_EQ(controller(1000).learn({.management = 7, .waiting = 0}), 4000);
}

// --- The paper's rule

GrainController by_idle_rate(double first, double limit = 0.3) {
    return GrainController(GrainController::Settings{.first = first, .least = 160, .most = 1e8, .most_change = 64}.by(
        {.kind = GrainRule::Kind::idle_rate, .tolerance = limit}));
}

// What a stencil of 10^8 points costs 28 workers by the size of its partitions: each task as much as `overhead` points
// to manage; and as partitions are dealt out in turns, the last turn of a step leaves workers without one.
GrainCost cost_of_stencil(double partition, double overhead) {
    constexpr double points = 1e8;
    constexpr double workers = 28;
    const double partitions = std::ceil(points / partition);
    const double turns = std::ceil(partitions / workers);
    const double waiting = 1 - partitions / (turns * workers);
    const double management = (1 - waiting) * overhead / (partition + overhead);
    return {.management = management, .waiting = waiting};
}

TEST(GrainController, TheIdleRateRuleFindsTheSmallestGrainWithinTheLimit) {
    // Section IV-A: at most 30% from 78,125 points on, on 28 cores of a Haswell.
    constexpr double overhead = 78'125 * 0.3 / 0.7;
    for (const double first : {160.0, 12'500.0, 78'125.0, 1e6, 1e8}) {
        GrainController grain = by_idle_rate(first);
        for (int interval = 0; interval < 20; ++interval) grain.learn(cost_of_stencil(grain.grain(), overhead));
        const GrainCost cost = cost_of_stencil(grain.grain(), overhead);
        EXPECT_LE(cost.management + cost.waiting, 0.31) << "from " << first;
        EXPECT_GE(grain.grain(), 78'125 / 1.2) << "from " << first;
        EXPECT_LE(grain.grain(), 78'125 * 1.2) << "from " << first;
    }
}

TEST(GrainController, TheIdleRateRuleTakesAnyLimit) {
    for (const double limit : {0.01, 0.1, 0.5}) {
        GrainController grain = by_idle_rate(5000, limit);
        for (int interval = 0; interval < 20; ++interval)
            grain.learn({.management = 1000 / (1000 + grain.grain()), .waiting = 0});
        EXPECT_NEAR(1000 / (1000 + grain.grain()), limit, 1e-9) << limit;
    }
}

TEST(GrainController, TheIdleRateRuleCountsWaitingAndManagementTogether) {
    EXPECT_GT(by_idle_rate(1000).learn({.management = 0.2, .waiting = 0.2}), 1000);
    EXPECT_LT(by_idle_rate(1000).learn({.management = 0.1, .waiting = 0.1}), 1000);
    EXPECT_LT(by_idle_rate(1000).learn({.management = 0, .waiting = 0.4}), 1000);
    EXPECT_GT(by_idle_rate(1000).learn({.management = 0.6, .waiting = 0.4}), 1000) << "the greater decides";
    EXPECT_EQ(by_idle_rate(1000).learn({.management = 0.28, .waiting = 0}), 1000) << "there is little to gain";
}

TEST(GrainRule, HasTheTolerancesOfTheRules) {
    const GrainController::Settings parts = GrainController::Settings{}.by({});
    EXPECT_EQ(parts.tolerated_management, 0.01);
    EXPECT_EQ(parts.tolerated_waiting, 0.01);
    EXPECT_EQ(parts.idle_rate_limit, 0);
    EXPECT_EQ(GrainController::Settings{}.by({.tolerance = 0.2}).tolerated_waiting, 0.2);
    EXPECT_EQ(GrainController::Settings{}.by({.kind = GrainRule::Kind::idle_rate}).idle_rate_limit, 0.3);
}

// A task that costs `overhead` to manage, in units of the grain.
TEST(GrainController, OneStepIsEnoughWhereTasksCostTheSame) {
    for (const double overhead : {30.0, 300.0, 3000.0}) {
        GrainController grain = controller(100, 1e6);
        const auto management = [&] { return overhead / (overhead + grain.grain()); };
        grain.learn({.management = management(), .waiting = 0});
        EXPECT_NEAR(management(), 0.02, 1e-9);
    }
}

}  // namespace
}  // namespace scrump::detail

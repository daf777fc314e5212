#include <scrump/runtime/detail/grain.hpp>

#include <gtest/gtest.h>

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

#include "search/splitting/views.hpp"

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(SplitOnRequest, GivesALevelOrOneNodeToWhoHasNoWork) {
    const SplitView somebody_here{.idle_workers = 1};
    const SplitView somebody_elsewhere{.others_idle = true};
    for (const SplitView& view : {somebody_here, somebody_elsewhere}) {
        EXPECT_EQ(test::first_policy(Skeleton::stack_stealing(true))->split(view), Split::level());
        EXPECT_EQ(test::first_policy(Skeleton::stack_stealing(false))->split(view), Split::one());
    }
}

TEST(SplitOnRequest, KeepsAllWhereNobodyWantsAnyOrThereAreTasks) {
    const auto policy = test::first_policy(Skeleton::stack_stealing());
    EXPECT_EQ(policy->split({.backtracks = 1'000'000, .since_given = 1'000'000}), Split::nothing());
    EXPECT_EQ(policy->split({.waiting = 1, .idle_workers = 3, .others_idle = true}), Split::nothing());
}

TEST(SplitOnRequest, WaitsToBeAsked) {
    const auto policy = test::first_policy(Skeleton::stack_stealing());
    EXPECT_TRUE(policy->on_request());
    EXPECT_FALSE(policy->keeps_stock());
    EXPECT_EQ(policy->polling_interval(1'000'000), SplitPolicy::never);
    EXPECT_TRUE(policy->knobs().empty());
}

}  // namespace
}  // namespace scrump::detail

#include "search/splitting/views.hpp"

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(NeverSplitting, KeepsAllWhoeverAsks) {
    for (const Skeleton& skeleton :
         {Skeleton::sequential(), Skeleton::depth_bounded(), Skeleton::ordered(), Skeleton::steal_stack()}) {
        const auto policy = test::first_policy(skeleton);
        EXPECT_EQ(policy->split({.since_given = 1'000'000, .idle_workers = 2, .others_idle = true}), Split::nothing());
        EXPECT_EQ(policy->polling_interval(0), SplitPolicy::never);
        EXPECT_FALSE(policy->on_request());
        EXPECT_TRUE(policy->knobs().empty());
    }
}

}  // namespace
}  // namespace scrump::detail

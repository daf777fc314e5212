#include "selectors.hpp"

#include <scrump/stealing/detail/round_robin.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(RoundRobin, BeginsAfterItselfAndGoesRound) {
    RoundRobin policy(2, 4);
    EXPECT_EQ(failing_choices(policy, 7), (std::vector<unsigned>{3, 0, 1, 3, 0, 1, 3}));
}

TEST(RoundRobin, MovesOnAfterASuccess) {
    RoundRobin policy(0, 3);
    EXPECT_EQ(policy.choose(), 1U);
    policy.succeeded(1);
    EXPECT_EQ(policy.choose(), 2U);
}

}  // namespace
}  // namespace scrump::detail

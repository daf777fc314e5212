#include "selectors.hpp"

#include <scrump/stealing/detail/sticky_random.hpp>

#include <gtest/gtest.h>

#include <set>

namespace scrump::detail {
namespace {

TEST(StickyRandom, ChoosesEverybodyButItself) {
    StickyRandom policy(2, 5, 1);
    const std::vector<unsigned> chosen = failing_choices(policy, 200);
    EXPECT_EQ(std::set<unsigned>(chosen.begin(), chosen.end()), (std::set<unsigned>{0, 1, 3, 4}));
}

TEST(StickyRandom, StaysWithAGoodVictimUntilItFails) {
    StickyRandom policy(0, 100, 7);
    policy.succeeded(42);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(policy.choose(), 42U);
    policy.failed(42);
    const std::vector<unsigned> chosen = failing_choices(policy, 10);
    EXPECT_GT(std::set<unsigned>(chosen.begin(), chosen.end()).size(), 1U);
}

}  // namespace
}  // namespace scrump::detail

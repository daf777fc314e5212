#include "selectors.hpp"

#include <scrump/stealing/detail/uniform_random.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(UniformRandom, ChoosesAllOthersEquallyOften) {
    UniformRandom policy(2, 5, 1);
    std::vector<unsigned> times(5);
    for (const unsigned victim : failing_choices(policy, 40'000)) ++times[victim];
    EXPECT_EQ(times[2], 0U);
    for (const unsigned other : {0U, 1U, 3U, 4U}) EXPECT_NEAR(times[other], 10'000, 400);  // 4.6 standard deviations
}

TEST(UniformRandom, DiffersBetweenThieves) {
    UniformRandom first(0, 1000, 7);
    UniformRandom second(1, 1000, 7);
    EXPECT_NE(failing_choices(first, 10), failing_choices(second, 10));
}

}  // namespace
}  // namespace scrump::detail

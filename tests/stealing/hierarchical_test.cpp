#include "selectors.hpp"

#include <scrump/stealing/detail/hierarchical.hpp>

#include <gtest/gtest.h>

#include <set>

namespace scrump::detail {
namespace {

std::set<unsigned> some(const std::vector<unsigned>& chosen, std::size_t first, std::size_t count) {
    const auto begin = chosen.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

// Two hosts of two domains of three: 0 1 2 | 3 4 5 || 6 7 8 | 9 10 11. Thief 4.
TEST(Hierarchical, AsksAllOfALevelBeforeTheNextAndThenBeginsAnew) {
    Hierarchical policy(4, machine(2, 2, 3), 1);
    const std::vector<unsigned> chosen = failing_choices(policy, 22);
    for (const std::size_t round : {std::size_t{0}, std::size_t{11}}) {
        EXPECT_EQ(some(chosen, round, 2), (std::set<unsigned>{3, 5}));
        EXPECT_EQ(some(chosen, round + 2, 3), (std::set<unsigned>{0, 1, 2}));
        EXPECT_EQ(some(chosen, round + 5, 6), (std::set<unsigned>{6, 7, 8, 9, 10, 11}));
    }
}

TEST(Hierarchical, BeginsAnewAfterASuccess) {
    Hierarchical policy(4, machine(2, 2, 3), 1);
    const std::vector<unsigned> before = failing_choices(policy, 7);
    policy.succeeded(before.back());
    EXPECT_EQ(some(failing_choices(policy, 2), 0, 2), (std::set<unsigned>{3, 5}));
    EXPECT_EQ(some(failing_choices(policy, 3), 0, 3), (std::set<unsigned>{0, 1, 2}));
}

TEST(Hierarchical, ShufflesEachTime) {
    Hierarchical policy(0, machine(1, 1, 20), 3);
    const std::vector<unsigned> first = failing_choices(policy, 19);
    const std::vector<unsigned> second = failing_choices(policy, 19);
    EXPECT_NE(first, second);
    EXPECT_EQ(some(first, 0, 19), some(second, 0, 19));
}

// Each thief on a host of its own: only the last level has anybody.
TEST(Hierarchical, PassesOverEmptyLevels) {
    Hierarchical policy(1, machine(4, 1, 1), 1);
    EXPECT_EQ(some(failing_choices(policy, 3), 0, 3), (std::set<unsigned>{0, 2, 3}));
    EXPECT_EQ(some(failing_choices(policy, 3), 0, 3), (std::set<unsigned>{0, 2, 3}));
}

}  // namespace
}  // namespace scrump::detail

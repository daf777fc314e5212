#include "selectors.hpp"

#include <scrump/stealing/detail/locality_aware.hpp>
#include <scrump/stealing/detail/naive_locality_aware.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scrump::detail {
namespace {

// Three hosts of four: 0 1 2 3 || 4 5 6 7 || 8 9 10 11. Thief 5.
TEST(LocalityAware, AsksOneFarCandidateAfterARoundWithoutLuck) {
    LocalityAware policy(5, machine(3, 1, 4), 1);
    std::set<unsigned> near;
    std::set<unsigned> far;
    for (int round = 0; round < 8; ++round) {
        for (const unsigned victim : failing_choices(policy, 3)) near.insert(victim);
        EXPECT_TRUE(far.insert(policy.choose().value()).second) << "none twice in the first eight rounds";
    }
    EXPECT_EQ(near, (std::set<unsigned>{4, 6, 7}));
    EXPECT_EQ(far, (std::set<unsigned>{0, 1, 2, 3, 8, 9, 10, 11}));
}

TEST(LocalityAware, StaysOnItsHostAsLongAsItHasLuck) {
    LocalityAware policy(5, machine(3, 1, 4), 1);
    std::vector<unsigned> times(12);
    for (int i = 0; i < 3000; ++i) {
        const unsigned victim = policy.choose().value();
        ++times[victim];
        if (i % 2 == 0)
            policy.succeeded(victim);
        else
            policy.failed(victim);
    }
    for (const unsigned neighbour : {4U, 6U, 7U}) EXPECT_NEAR(times[neighbour], 1000, 120);
}

TEST(LocalityAware, IsBackAtHomeAfterAFarSuccess) {
    LocalityAware policy(5, machine(3, 1, 4), 1);
    failing_choices(policy, 3);
    const unsigned far = policy.choose().value();
    EXPECT_TRUE(far < 4 || far > 7);
    policy.succeeded(far);
    for (const unsigned victim : failing_choices(policy, 3)) EXPECT_TRUE(victim >= 4 && victim <= 7);
}

TEST(LocalityAware, AsksFarCandidatesIfItIsAloneOnItsHost) {
    LocalityAware policy(1, machine(4, 1, 1), 1);
    const std::vector<unsigned> chosen = failing_choices(policy, 3);
    EXPECT_EQ(std::set<unsigned>(chosen.begin(), chosen.end()), (std::set<unsigned>{0, 2, 3}));
}

TEST(NaiveLocalityAware, MakesTheWindowOfThePaper) {
    EXPECT_EQ(naive_window(14, 24), (std::vector<unsigned>{15, 16, 17, 18, 19, 20, 21, 22, 23, 13, 12, 11}));
    // The mirror image in the lower half: all below 9, then from 10 on.
    EXPECT_EQ(naive_window(9, 24), (std::vector<unsigned>{8, 7, 6, 5, 4, 3, 2, 1, 0, 10, 11, 12}));
    EXPECT_EQ(naive_window(0, 4), (std::vector<unsigned>{1, 2}));
    EXPECT_EQ(naive_window(3, 4), (std::vector<unsigned>{2, 1}));
    EXPECT_EQ(naive_window(0, 2), (std::vector<unsigned>{1}));
    EXPECT_EQ(naive_window(1, 2), (std::vector<unsigned>{0}));
    EXPECT_TRUE(naive_window(0, 1).empty());
}

TEST(NaiveLocalityAware, WindowsAreHalfOfAllWithoutTheThief) {
    for (unsigned size = 1; size < 40; ++size) {
        for (unsigned self = 0; self < size; ++self) {
            const std::vector<unsigned> window = naive_window(self, size);
            const std::set<unsigned> distinct(window.begin(), window.end());
            EXPECT_EQ(distinct.size(), size / 2);
            EXPECT_EQ(window.size(), size / 2);
            EXPECT_FALSE(distinct.contains(self));
            EXPECT_TRUE(distinct.empty() || *distinct.rbegin() < size);
        }
    }
}

TEST(NaiveLocalityAware, LeavesTheWindowOnceARoundWithoutLuck) {
    NaiveLocalityAware policy(14, 24, 1);
    std::set<unsigned> outside;
    for (int round = 0; round < 11; ++round) {
        for (const unsigned victim : failing_choices(policy, 12)) EXPECT_TRUE(victim >= 11 && victim != 14);
        outside.insert(policy.choose().value());
    }
    EXPECT_EQ(outside, (std::set<unsigned>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

}  // namespace
}  // namespace scrump::detail

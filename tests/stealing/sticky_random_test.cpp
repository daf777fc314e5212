#include <scrump/stealing/sticky_random.hpp>

#include <gtest/gtest.h>

#include <set>

namespace scrump {
namespace {

TEST(StickyRandom, ChoosesEverybodyButItself) {
    StickyRandom policy(2, 5, 1);
    std::set<unsigned> chosen;
    for (int i = 0; i < 200; ++i) {
        chosen.insert(policy.choose().value());
        policy.failed();
    }
    EXPECT_EQ(chosen, (std::set<unsigned>{0, 1, 3, 4}));
}

TEST(StickyRandom, StaysWithAGoodVictimUntilItFails) {
    StickyRandom policy(0, 100, 7);
    policy.succeeded(42);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(policy.choose(), 42U);
    policy.failed();
    std::set<unsigned> chosen;
    for (int i = 0; i < 10; ++i) chosen.insert(policy.choose().value());
    EXPECT_GT(chosen.size(), 1U);
}

TEST(StickyRandom, HasNobodyToChooseAlone) {
    EXPECT_FALSE(StickyRandom(0, 1, 1).choose());
}

}  // namespace
}  // namespace scrump

#include <scrump/search/detail/grain_keeper.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;

class GrainKeeperTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!counting) GTEST_SKIP() << "built without counters";
    }

    // Another ten milliseconds of one worker, so many microseconds of which were managed and waited.
    void pass(GrainKeeper& keeper, std::uint64_t managed, std::uint64_t waited) {
        now_ += 10ms;
        sum_.total_time += 10'000'000;
        sum_.wait_time += waited * 1000;
        sum_.task_time += 10'000'000 - (managed + waited) * 1000;
        keeper.look(now_, [this] { return sum_; });
    }

    Clock::time_point now_{1h};
    Activity sum_;
};

constexpr GrainController::Settings settings{.first = 1000, .least = 10, .most = 1e6};

TEST_F(GrainKeeperTest, LeavesWhatWasGivenAlone) {
    GrainKeeper keeper(77, settings);
    EXPECT_FALSE(keeper.chooses());
    for (int i = 0; i < 5; ++i) pass(keeper, 5000, 0);
    EXPECT_EQ(keeper.grain(), 77);
}

TEST_F(GrainKeeperTest, MakesTasksLargerWhereTheyCostTooMuch) {
    GrainKeeper keeper(0, settings);
    EXPECT_TRUE(keeper.chooses());
    pass(keeper, 0, 0);
    EXPECT_EQ(keeper.grain(), 1000);
    pass(keeper, 2000, 0);
    EXPECT_GT(keeper.grain(), 1000);
}

TEST_F(GrainKeeperTest, MakesTasksSmallerWhereWorkersWait) {
    GrainKeeper keeper(0, settings);
    pass(keeper, 0, 0);
    pass(keeper, 0, 2000);
    EXPECT_LT(keeper.grain(), 1000);
}

TEST_F(GrainKeeperTest, LeavesThemWhileAllIsWithinTolerance) {
    GrainKeeper keeper(0, settings);
    for (int i = 0; i < 10; ++i) pass(keeper, 20, 20);
    EXPECT_EQ(keeper.grain(), 1000);
}

TEST_F(GrainKeeperTest, TheIdleRateRuleToleratesWhatTheOtherDoesNot) {
    const GrainRule rule{.kind = GrainRule::Kind::idle_rate};
    GrainKeeper keeper(0, settings.by(rule));
    pass(keeper, 2800, 0);
    EXPECT_EQ(keeper.grain(), 1000);
    pass(keeper, 1000, 0);
    EXPECT_LT(keeper.grain(), 1000);
    GrainKeeper other(0, settings.by({.tolerance = 0.5}));
    pass(other, 2800, 0);
    pass(other, 1000, 0);
    EXPECT_EQ(other.grain(), 1000);
}

TEST_F(GrainKeeperTest, LooksOnceAnInterval) {
    GrainKeeper keeper(0, settings);
    pass(keeper, 0, 0);
    now_ += 1us - 10ms;
    pass(keeper, 0, 0);
    int looks = 0;
    for (int i = 0; i < 10; ++i) {
        keeper.look(now_, [&] {
            ++looks;
            return sum_;
        });
    }
    EXPECT_EQ(looks, 0);
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/search/grain_keeper.hpp>

#include <gtest/gtest.h>

namespace scrump {
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
        keeper.look(now_, [this](auto) { return sum_; });
    }

    Clock::time_point now_{1h};
    Activity sum_;
};

TEST_F(GrainKeeperTest, LeavesWhatWasGivenAlone) {
    GrainKeeper budget(Skeleton::budget(77));
    GrainKeeper interval(Skeleton::adaptive(35us));
    for (int i = 0; i < 5; ++i) {
        pass(budget, 5000, 0);
        pass(interval, 5000, 0);
    }
    EXPECT_EQ(budget.budget(), 77U);
    EXPECT_EQ(budget.shown(), 77);
    EXPECT_EQ(interval.heartbeat_interval(), 35us);
    EXPECT_EQ(interval.shown(), 35);
}

TEST_F(GrainKeeperTest, MakesTasksLargerWhereTheyCostTooMuch) {
    for (const Skeleton& skeleton : {Skeleton::budget(), Skeleton::adaptive()}) {
        GrainKeeper keeper(skeleton);
        sum_ = {};
        pass(keeper, 0, 0);
        const double before = keeper.shown();
        pass(keeper, 2000, 0);
        EXPECT_GT(keeper.shown(), before) << skeleton.describe();
    }
}

TEST_F(GrainKeeperTest, MakesTasksSmallerWhereWorkersWait) {
    for (const Skeleton& skeleton : {Skeleton::budget(), Skeleton::adaptive()}) {
        GrainKeeper keeper(skeleton);
        sum_ = {};
        pass(keeper, 0, 0);
        const double before = keeper.shown();
        pass(keeper, 0, 2000);
        EXPECT_LT(keeper.shown(), before) << skeleton.describe();
    }
}

TEST_F(GrainKeeperTest, LeavesThemWhileAllIsWithinTolerance) {
    GrainKeeper keeper(Skeleton::budget());
    const double before = keeper.shown();
    for (int i = 0; i < 10; ++i) pass(keeper, 20, 20);
    EXPECT_EQ(keeper.shown(), before);
}

TEST_F(GrainKeeperTest, LooksOnceAnInterval) {
    GrainKeeper keeper(Skeleton::budget());
    pass(keeper, 0, 0);
    now_ += 1us - 10ms;
    pass(keeper, 0, 0);
    int looks = 0;
    for (int i = 0; i < 10; ++i) {
        keeper.look(now_, [&](auto) {
            ++looks;
            return sum_;
        });
    }
    EXPECT_EQ(looks, 0);
}

TEST_F(GrainKeeperTest, HasNoneToShowForOtherSkeletons) {
    for (const Skeleton& skeleton : {Skeleton::sequential(), Skeleton::depth_bounded(), Skeleton::stack_stealing()}) {
        GrainKeeper keeper(skeleton);
        EXPECT_EQ(keeper.shown(), 0);
        EXPECT_FALSE(keeper.chooses());
    }
}

}  // namespace
}  // namespace scrump

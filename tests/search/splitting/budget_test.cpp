#include "search/splitting/views.hpp"

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;
using test::Spent;

TEST(SplitByBudget, GivesALevelWhenTheBudgetIsSpent) {
    const auto policy = test::first_policy(Skeleton::budget(77));
    EXPECT_EQ(policy->split({.backtracks = 976, .since_given = 76}), Split::nothing());
    EXPECT_EQ(policy->split({.backtracks = 977, .since_given = 77}), Split::level());
    EXPECT_EQ(policy->split({.backtracks = 977, .since_given = 0}), Split::nothing());
}

TEST(SplitByBudget, GivesUnasked) {
    const auto policy = test::first_policy(Skeleton::budget(77));
    EXPECT_FALSE(policy->on_request());
    EXPECT_EQ(policy->split({.since_given = 76, .idle_workers = 3}), Split::nothing());
    EXPECT_EQ(policy->split({.since_given = 77, .waiting = 5}), Split::level());
}

TEST(SplitByBudget, WantsToBeAskedWhenItIsSpent) {
    const auto policy = test::first_policy(Skeleton::budget(77));
    EXPECT_EQ(policy->polling_interval(0), 77U);
    EXPECT_EQ(policy->polling_interval(70), 7U);
    EXPECT_LE(policy->polling_interval(80), 1U);
}

class SplitByChosenBudget : public testing::Test {
  protected:
    void SetUp() override {
        if (!counting) GTEST_SKIP() << "built without counters";
    }

    const SplitPolicyFactory make_ = Skeleton::budget().split_policies();
    const std::unique_ptr<SplitPolicy> policy_ = make_();
};

TEST_F(SplitByChosenBudget, GrowsWhereTasksCostTooMuchAndShrinksWhereWorkersWait) {
    const double first = test::knob(*policy_);
    policy_->split(Spent{.managing = 0us, .waiting = 0us}.after(1));
    EXPECT_EQ(test::knob(*policy_), first);
    policy_->split(Spent{.managing = 2000us, .waiting = 0us}.after(2));
    const double larger = test::knob(*policy_);
    EXPECT_GT(larger, first);
    policy_->split(Spent{.managing = 2000us, .waiting = 1000us}.after(3));
    EXPECT_LT(test::knob(*policy_), larger);
}

TEST_F(SplitByChosenBudget, IsThatOfAllWorkersOfTheLocality) {
    const auto neighbour = make_();
    const auto stranger = test::first_policy(Skeleton::budget());
    const double first = test::knob(*policy_);
    policy_->split(Spent{.managing = 0us, .waiting = 0us}.after(1));
    policy_->split(Spent{.managing = 2000us, .waiting = 0us}.after(2));
    EXPECT_GT(test::knob(*policy_), first);
    EXPECT_EQ(test::knob(*neighbour), test::knob(*policy_));
    EXPECT_EQ(test::knob(*stranger), first);
}

TEST_F(SplitByChosenBudget, IsGiven) {
    const auto given = test::first_policy(Skeleton::budget(77));
    for (unsigned times = 1; times < 5; ++times) given->split(Spent{.managing = 5000us, .waiting = 0us}.after(times));
    EXPECT_EQ(test::knob(*given), 77);
}

// However large the budget: between a quarter of a millisecond and a whole one.
TEST_F(SplitByChosenBudget, LooksAtTheGrainOftenAndSeldomEnough) {
    std::uint64_t backtracks = 0;
    std::chrono::microseconds time = 0us;
    const auto interval_after = [&](std::chrono::microseconds passed, std::uint64_t more) {
        backtracks += more;
        time += passed;
        SplitView view = Spent{.managing = 0us, .waiting = 0us}.after(0);
        view.now = test::at(time);
        view.backtracks = backtracks;
        policy_->split(view);
        return policy_->polling_interval(0);
    };
    const std::uint64_t first = policy_->polling_interval(0);
    EXPECT_LT(first, test::knob(*policy_));
    interval_after(500us, first);  // long after the last one, as there was none
    EXPECT_EQ(interval_after(500us, first), first / 2);
    EXPECT_EQ(interval_after(500us, first), first / 2);
    EXPECT_EQ(interval_after(100us, first / 2), first);
    EXPECT_EQ(interval_after(100us, 1), first);  // somebody else wanted something
    EXPECT_EQ(interval_after(2000us, first), first / 2);
}

}  // namespace
}  // namespace scrump::detail

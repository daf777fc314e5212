#include "search/splitting/views.hpp"

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;
using test::Spent;

class SplitByHeartbeat : public testing::Test {
  protected:
    /// What it gives if somebody has no work then.
    Split asked(std::chrono::microseconds time, std::uint64_t backtracks = 0) {
        return policy_->split({.now = test::at(time), .backtracks = backtracks, .idle_workers = 1});
    }
    /// What it gives if nobody asks, but there are other localities.
    Split stocked(std::chrono::microseconds time) {
        return policy_->split({.now = test::at(time), .keeps_stock = true});
    }
    std::uint64_t polls() const { return policy_->polling_interval(0); }

    const std::unique_ptr<SplitPolicy> policy_ = test::first_policy(Skeleton::adaptive(100us));
};

TEST_F(SplitByHeartbeat, GivesSomeLevelsToWhoAsksOnceAnInterval) {
    EXPECT_EQ(asked(0us), Split::levels(4));
    EXPECT_EQ(asked(99us), Split::nothing());
    EXPECT_EQ(asked(100us), Split::levels(4));
    EXPECT_EQ(asked(150us), Split::nothing());
    EXPECT_EQ(asked(200us), Split::levels(4));
}

TEST_F(SplitByHeartbeat, KeepsAllWhereNobodyAsksOrThereAreTasks) {
    EXPECT_EQ(policy_->split({.now = test::at(0us), .since_given = 1'000'000}), Split::nothing());
    EXPECT_EQ(polls(), SplitPolicy::never);
    asked(0us);
    asked(50us);
    EXPECT_NE(polls(), SplitPolicy::never);
    EXPECT_EQ(policy_->split({.now = test::at(200us), .waiting = 1, .idle_workers = 1}), Split::nothing());
    EXPECT_EQ(polls(), SplitPolicy::never);
}

TEST_F(SplitByHeartbeat, AwaitsTheNextOneLessAndLessOften) {
    asked(0us);
    EXPECT_EQ(polls(), SplitPolicy::never);
    std::uint64_t backtracks = 1000;
    asked(10us, backtracks);
    const std::uint64_t first = polls();
    EXPECT_LT(first, 1000U);
    asked(11us, backtracks += first);
    EXPECT_EQ(polls(), 2 * first);
    asked(12us, backtracks += 1);  // somebody asks again meanwhile
    EXPECT_EQ(polls(), 2 * first);
    asked(13us, backtracks += 2 * first);
    EXPECT_EQ(polls(), 4 * first);
    EXPECT_EQ(asked(100us, backtracks += 4 * first), Split::levels(4));
    EXPECT_EQ(polls(), SplitPolicy::never);
    asked(101us, backtracks += 1000);
    EXPECT_EQ(polls(), first);
}

TEST_F(SplitByHeartbeat, StocksUpMoreAndMoreSlowly) {
    EXPECT_EQ(stocked(0us), Split::levels(128));
    EXPECT_EQ(stocked(499us), Split::nothing());
    EXPECT_EQ(stocked(500us), Split::levels(128));
    EXPECT_EQ(policy_->split({.now = test::at(600us), .others_idle = true, .keeps_stock = true}), Split::levels(128));
}

TEST_F(SplitByHeartbeat, IsAskedAndKeepsAStock) {
    EXPECT_TRUE(policy_->on_request());
    EXPECT_TRUE(policy_->keeps_stock());
    EXPECT_TRUE(policy_->needs_time());
    EXPECT_EQ(policy_->knobs().at(0).unit, "us");
    EXPECT_EQ(test::knob(*policy_), 100);
}

TEST_F(SplitByHeartbeat, ChoosesAnIntervalForAllWorkersOfTheLocality) {
    if (!counting) GTEST_SKIP() << "built without counters";
    const SplitPolicyFactory make = Skeleton::adaptive().split_policies();
    const auto one = make();
    const auto other = make();
    const double first = test::knob(*one);
    one->split(Spent{.managing = 0us, .waiting = 0us}.after(1));
    one->split(Spent{.managing = 2000us, .waiting = 0us}.after(2));
    EXPECT_GT(test::knob(*one), first);
    EXPECT_EQ(test::knob(*other), test::knob(*one));
    policy_->split(Spent{.managing = 0us, .waiting = 0us}.after(1));
    policy_->split(Spent{.managing = 2000us, .waiting = 0us}.after(2));
    EXPECT_EQ(test::knob(*policy_), 100);
}

}  // namespace
}  // namespace scrump::detail

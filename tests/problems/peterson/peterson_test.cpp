#include <scrump/base/error.hpp>
#include <scrump/problems/peterson/peterson.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "problems/exploration.hpp"

namespace scrump::peterson {

bool operator<(const State& a, const State& b) {
    return std::tie(a.at, a.shared) < std::tie(b.at, b.shared);
}

namespace {

static_assert(StateModel<Peterson>);

TEST(Peterson, NoTwoProcessesAreInTheSectionTogether) {
    for (unsigned processes = 2; processes <= 4; ++processes) {
        const Peterson model(processes);
        const auto all = test::explore_plainly(model);
        EXPECT_FALSE(all.nearest([&](const State& state) { return !model.exclusive(state); })) << processes;
        EXPECT_EQ(all.deadlocks, 0U) << processes;
        EXPECT_TRUE(all.nearest([](const State& state) { return state.where(0) == At::critical; })) << processes;
    }
}

TEST(Peterson, WithItsAssignmentsExchangedTwoProcessesCanBeThere) {
    for (unsigned processes = 2; processes <= 3; ++processes) {
        const Peterson model(processes, true);
        const auto all = test::explore_plainly(model);
        const auto bad = all.nearest([&](const State& state) { return !model.exclusive(state); });
        ASSERT_TRUE(bad) << processes;
        const auto path = all.path_to(*bad);
        for (std::size_t i = 1; i < path.size(); ++i) {
            bool follows = false;
            model.successors(path[i - 1], [&](const State& next) { follows = follows || next == path[i]; });
            EXPECT_TRUE(follows) << model.to_string(path[i]);
        }
    }
}

TEST(Peterson, AProcessAloneIsNeverKeptWaiting) {
    const Peterson model(3);
    State state = model.initial();
    for (unsigned steps = 0; state.where(1) != At::critical; ++steps) {
        ASSERT_LT(steps, 20U);
        State next = state;
        model.successors(state, [&](const State& other) { next = other.at[1] != state.at[1] ? other : next; });
        ASSERT_NE(next, state) << model.to_string(state);
        state = next;
    }
}

TEST(Peterson, AStateIsShown) {
    const Peterson model(2);
    State state = model.initial();
    state.go(1, 1, At::waiting);
    state.come_last(1, 1);
    EXPECT_EQ(model.to_string(state), "0 outside, 1 waiting 1; last: 1");
}

TEST(Peterson, OtherNumbersOfProcessesAreRefused) {
    EXPECT_THROW(Peterson(1), UsageError);
    EXPECT_THROW(Peterson(9), UsageError);
}

}  // namespace
}  // namespace scrump::peterson

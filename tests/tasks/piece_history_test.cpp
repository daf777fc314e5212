#include <scrump/simulation.hpp>
#include <scrump/tasks/detail/piece_history.hpp>

#include "sim/machines.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace scrump {
namespace {

using detail::PieceHistory;
using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(PieceHistory, KnowsNothingBeforeALoopThatIsNotBrief) {
    PieceHistory history;
    EXPECT_EQ(history.known().ticks, 0);
    EXPECT_FALSE(history.known().only_brief);
    history.add(microseconds(1), 100);
    EXPECT_EQ(history.known().ticks, 0);
    history.add(milliseconds(1), 100);
    EXPECT_EQ(history.known().ticks, 10'000);
}

TEST(PieceHistory, KeepsTheLastTimeUnlessTheNextIsAboutTheSame) {
    PieceHistory history;
    history.add(milliseconds(1), 1000);
    history.add(microseconds(1200), 1000);
    history.add(microseconds(800), 1000);
    EXPECT_EQ(history.known().ticks, 1000);
    history.add(milliseconds(2), 1000);
    EXPECT_EQ(history.known().ticks, 2000);
    history.add(milliseconds(1), 1000);
    EXPECT_EQ(history.known().ticks, 1000);
}

TEST(PieceHistory, KnowsLoopsThatAreBriefInTurn) {
    PieceHistory history;
    history.add(milliseconds(1), 10);
    for (int i = 0; i < 2; ++i) history.add(microseconds(2), 10);
    EXPECT_FALSE(history.known().only_brief);
    history.add(microseconds(2), 10);
    EXPECT_TRUE(history.known().only_brief);
    EXPECT_EQ(history.known().ticks, 100'000);
    history.add(microseconds(2), 10);
    EXPECT_TRUE(history.known().only_brief);
    history.add(milliseconds(1), 10);
    EXPECT_FALSE(history.known().only_brief);
}

TEST(PieceHistory, IsNotThatOfASimulation) {
    PieceHistory history;
    history.add(milliseconds(1), 10);
    bool known = true;
    simulate(test::machine_of(1, 2, 1e-6), [&](Session&) {
        known = history.known().ticks > 0;
        return 0;
    });
    EXPECT_FALSE(known);
}

}  // namespace
}  // namespace scrump

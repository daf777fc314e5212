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
using std::chrono::nanoseconds;

// Of a single worker, and all iterations alike.
PieceHistory::Loop loop_of(std::size_t iterations, nanoseconds taken) {
    return {.iterations = iterations, .workers = 1, .taken = taken, .as_first = taken, .woke = false};
}

void add_loops(PieceHistory& history, int times, nanoseconds taken) {
    for (int i = 0; i < times; ++i) history.add(loop_of(10, taken));
}

TEST(PieceHistory, KnowsNothingBeforeALoopThatIsNotBrief) {
    PieceHistory history;
    EXPECT_EQ(history.known().ticks, 0);
    EXPECT_FALSE(history.known().brief);
    history.add(loop_of(100, microseconds(1)));
    EXPECT_EQ(history.known().ticks, 0);
    history.add(loop_of(100, milliseconds(1)));
    EXPECT_EQ(history.known().ticks, 10'000);
}

TEST(PieceHistory, KnowsTheTimeOfAWorker) {
    PieceHistory history;
    auto loop = loop_of(100, milliseconds(1));
    loop.workers = 4;
    history.add(loop);
    EXPECT_EQ(history.known().ticks, 40'000);
}

TEST(PieceHistory, KeepsTheLastTimeUnlessTheNextIsQuiteAnother) {
    PieceHistory history;
    history.add(loop_of(1000, milliseconds(1)));
    history.add(loop_of(1000, microseconds(1900)));
    history.add(loop_of(1000, microseconds(600)));
    EXPECT_EQ(history.known().ticks, 1000);
    history.add(loop_of(1000, milliseconds(3)));
    EXPECT_EQ(history.known().ticks, 3000);
    history.add(loop_of(1000, milliseconds(1)));
    EXPECT_EQ(history.known().ticks, 1000);
}

TEST(PieceHistory, ExpectsABriefLoopAfterSomeInTurn) {
    PieceHistory history;
    add_loops(history, 2, microseconds(1));
    EXPECT_FALSE(history.known().brief);
    add_loops(history, 1, microseconds(1));
    EXPECT_TRUE(history.known().brief);
    add_loops(history, 1, microseconds(20));
    EXPECT_FALSE(history.known().brief);
}

// A loop of 10 ms that wakes nobody may lose as much as 1,000 brief ones that wake threads for nothing.
TEST(PieceHistory, IsTheMorePatientTheMoreALoopLost) {
    PieceHistory history;
    add_loops(history, 3, microseconds(1));
    add_loops(history, 1, milliseconds(10));
    add_loops(history, 999, microseconds(1));
    EXPECT_FALSE(history.known().brief);
    add_loops(history, 1, microseconds(1));
    EXPECT_TRUE(history.known().brief);
}

TEST(PieceHistory, DoesNotCountWhatWakingTook) {
    PieceHistory history;
    PieceHistory::Loop loop = loop_of(2, microseconds(40));
    loop.as_first = nanoseconds(100);
    for (int i = 0; i < 3; ++i) history.add(loop);
    EXPECT_FALSE(history.known().brief) << "it woke nobody";
    loop.woke = true;
    for (int i = 0; i < 4; ++i) history.add(loop);
    EXPECT_TRUE(history.known().brief);
    loop.taken = milliseconds(1);
    history.add(loop);
    EXPECT_FALSE(history.known().brief);
}

TEST(PieceHistory, IsNotThatOfASimulation) {
    PieceHistory history;
    history.add(loop_of(10, milliseconds(1)));
    bool known = true;
    simulate(test::machine_of(1, 2, 1e-6), [&](Session&) {
        known = history.known().ticks > 0;
        add_loops(history, 10, microseconds(1));
        return 0;
    });
    EXPECT_FALSE(known);
    EXPECT_FALSE(history.known().brief);
}

}  // namespace
}  // namespace scrump

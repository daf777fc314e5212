#include <scrump/loops/result.hpp>

#include <gtest/gtest.h>

namespace scrump {
namespace {

TEST(LoopTransfers, KnowTheShortestMeanAndLongestTimeOfAChunk) {
    LoopTransfers transfers;
    EXPECT_EQ(transfers.send_mean(), 0);
    EXPECT_EQ(transfers.receive_mean(), 0);
    for (const double seconds : {3.0, 1.0, 2.0}) transfers.add_sent(seconds);
    EXPECT_EQ(transfers.sent, 3U);
    EXPECT_EQ(transfers.send_seconds, 6);
    EXPECT_EQ(transfers.send_min, 1);
    EXPECT_EQ(transfers.send_mean(), 2);
    EXPECT_EQ(transfers.send_max, 3);
    EXPECT_EQ(transfers.won, 0U);
    transfers.add_received(5);
    EXPECT_EQ(transfers.won, 1U);
    EXPECT_EQ(transfers.receive_min, 5);
    EXPECT_EQ(transfers.receive_max, 5);
}

// A locality that sent nothing has no shortest time.
TEST(LoopTransfers, SumsHaveTheShortestAndLongestTimesOfAll) {
    LoopTransfers one;
    one.add_sent(2);
    LoopTransfers other;
    other.add_sent(4);
    other.add_sent(1);
    other.add_received(7);
    const LoopStatistics statistics{.transfers = {{}, one, {}, other}};
    const LoopTransfers sum = statistics.all_transfers();
    EXPECT_EQ(sum.sent, 3U);
    EXPECT_EQ(sum.send_min, 1);
    EXPECT_EQ(sum.send_max, 4);
    EXPECT_EQ(sum.won, 1U);
    EXPECT_EQ(sum.receive_min, 7);
    EXPECT_EQ(sum.receive_mean(), 7);
    EXPECT_EQ(LoopStatistics().all_transfers().send_min, 0);
}

}  // namespace
}  // namespace scrump

#include "heat/ring.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace scrump::heat {
namespace {

TEST(Cut, CoversTheRingWithPartitionsOfAlmostTheSameSize) {
    for (std::size_t points = 1; points <= 40; ++points) {
        for (std::size_t partition = 1; partition <= points + 2; ++partition) {
            const Cut cut(points, partition);
            EXPECT_EQ(cut.partitions(), points / partition + (points % partition > 0 ? 1 : 0));
            EXPECT_EQ(cut.begin(0), 0U);
            EXPECT_EQ(cut.begin(cut.partitions()), points);
            for (std::size_t i = 0; i < cut.partitions(); ++i) {
                const std::size_t size = cut.begin(i + 1) - cut.begin(i);
                EXPECT_GE(size, points / cut.partitions());
                EXPECT_LE(size, partition);
                EXPECT_EQ(cut.right_of(cut.left_of(i)), i);
            }
        }
    }
}

TEST(Ring, HeatSpreadsToBothNeighboursAndAroundTheRing) {
    Ring ring(5);
    const std::vector<double> hot = {1, 0, 0, 0, 0};
    std::copy(hot.begin(), hot.end(), ring.at(0).begin());
    ring.advance(0, 0, 5);
    EXPECT_EQ(std::vector<double>(ring.at(1).begin(), ring.at(1).end()), (std::vector<double>{0.5, 0.25, 0, 0, 0.25}));
}

TEST(Ring, HeatIsNotLost) {
    Ring ring(100);
    const auto heat = [&](std::uint64_t step) {
        return std::accumulate(ring.at(step).begin(), ring.at(step).end(), 0.0);
    };
    const double before = heat(0);
    run_sequentially(ring, 1000);
    EXPECT_NEAR(heat(1000), before, 1e-9);
}

TEST(Ring, APieceAtATimeIsTheSame) {
    for (const std::size_t points : {1U, 2U, 3U, 7U, 64U, 101U}) {
        Ring whole(points);
        Ring pieces(points);
        whole.advance(0, 0, points);
        for (std::size_t begin = 0; begin < points; begin += 3) pieces.advance(0, begin, std::min(begin + 3, points));
        EXPECT_TRUE(std::equal(whole.at(1).begin(), whole.at(1).end(), pieces.at(1).begin())) << points;
    }
}

}  // namespace
}  // namespace scrump::heat

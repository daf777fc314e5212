#include <state_table/rivals.hpp>

#include <scrump/states/table/chunks.hpp>

#include <gtest/gtest.h>

#include <string>

namespace scrump::table_bench {
namespace {

constexpr double some = 0.15;  // of what chance does

TEST(Rivals, AnAlmostEmptyTableTakesTheLeastOfEach) {
    const RivalOptions empty{.buckets = 1 << 14, .load = 0.001};
    EXPECT_NEAR(linear_probing(empty, 8).found, 1, some);
    EXPECT_NEAR(linear_probing(empty, 8).inserted, 2, some) << "a chunk and a swap";
    EXPECT_NEAR(chained(empty).found, 2, some) << "the head and the state";
    EXPECT_NEAR(chained(empty).inserted, 3, some) << "the head, the state, and the head again";
    EXPECT_NEAR(cuckoo(empty, 3, 1).inserted, 4, some);
    EXPECT_NEAR(cuckoo(empty, 2, 4).found, 1, some) << "all are where they were put first";
    EXPECT_NEAR(hopscotch(empty, 32).inserted, 2, some);
}

TEST(Rivals, LinearProbingIsAsTheTheoremHasIt) {
    for (const double load : {0.5, 0.75, 0.9}) {
        const RivalOptions options{.buckets = 1 << 19, .load = load, .measured = 2000};
        const RoundTrips one_by_one = linear_probing(options, 1);
        EXPECT_NEAR(one_by_one.inserted - 1, expected_buckets(load), 0.15 * expected_buckets(load)) << load;
        EXPECT_NEAR(one_by_one.found, (1 + 1 / (1 - load)) / 2, 0.15 * (1 + 1 / (1 - load)) / 2) << load;
        for (const std::size_t chunk : {8U, 64U}) {
            const RoundTrips trips = linear_probing(options, chunk);
            EXPECT_LE(trips.inserted - 1, 1 + expected_buckets(load) / static_cast<double>(chunk)) << chunk;
            EXPECT_LT(trips.inserted, one_by_one.inserted);
        }
    }
}

TEST(Rivals, AChainIsAsLongAsTheLoad) {
    // Of a state that is there, half of the others of its list come before it.
    const RivalOptions options{.load = 0.8, .measured = 5000};
    EXPECT_NEAR(chained(options).found, 2 + 0.8 / 2, 0.05);
    EXPECT_NEAR(chained(options).inserted, 3 + 0.8, 0.05);
}

TEST(Rivals, BucketsOfSeveralSlotsMakeRoomSooner) {
    const RivalOptions options{.load = 0.9};
    const RoundTrips single = cuckoo(options, 3, 1);
    const RoundTrips bucketised = cuckoo(options, 2, 4);
    EXPECT_FALSE(bucketised.full);
    EXPECT_LT(bucketised.inserted, single.inserted);
    EXPECT_LE(bucketised.found, 2);
    EXPECT_TRUE(cuckoo({.load = 0.97}, 2, 1).full) << "beyond half a table, two ways are too few";
}

TEST(Rivals, HopscotchFindsByOneRead) {
    const RivalOptions options{.load = 0.9};
    EXPECT_EQ(hopscotch(options, 32).found, 1);
    EXPECT_GT(hopscotch(options, 32).inserted, linear_probing(options, 32).inserted);
}

TEST(Rivals, HaveNames) {
    for (const Rival& rival : all_rivals({.buckets = 1 << 10, .load = 0.5, .measured = 100})) {
        EXPECT_FALSE(rival.name.empty());
        EXPECT_GE(rival.trips.found, 1) << rival.name;
        EXPECT_GT(rival.trips.inserted, rival.trips.found - 1) << rival.name;
    }
}

}  // namespace
}  // namespace scrump::table_bench

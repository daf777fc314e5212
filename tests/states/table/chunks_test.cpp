#include <scrump/states/table/chunks.hpp>
#include <scrump/states/table/detail/bucket.hpp>
#include <scrump/states/table/detail/chunk_choice.hpp>
#include <scrump/states/table/detail/state_hash.hpp>
#include <scrump/states/table/detail/table_layout.hpp>
#include <scrump/states/table/place.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace scrump::detail {
namespace {

TEST(Chunks, AreExpectedAsTheSlidesHaveIt) {
    EXPECT_DOUBLE_EQ(expected_buckets(0), 1);
    EXPECT_DOUBLE_EQ(expected_buckets(0.5), 2.5);
    EXPECT_NEAR(expected_buckets(0.9), 50.5, 1e-9);
    EXPECT_DOUBLE_EQ(expected_chunks(0.5, 8), 1);
    EXPECT_NEAR(expected_chunks(0.9, 8), 50.5 / 8, 1e-9);
    EXPECT_NEAR(expected_chunks(0.95, 64), 200.5 / 64, 1e-9);
    EXPECT_NEAR(efficiency_bound(1), 0, 1e-9);
    EXPECT_NEAR(efficiency_bound(8), 0.7418, 1e-4);
    EXPECT_NEAR(efficiency_bound(64), 0.9113, 1e-4);
    EXPECT_NEAR(efficiency_bound(128), 0.9374, 1e-4);
}

TEST(Chunks, HaveAnEmptyBucketUpToTheirBound) {
    for (const std::size_t size : {1U, 8U, 32U, 128U})
        EXPECT_NEAR(expected_buckets(efficiency_bound(size)), static_cast<double>(size), 1e-6);
}

TEST(Chunks, AreAsLargeAsTheLoadWants) {
    EXPECT_EQ(chunk_for(0), 8U);
    EXPECT_EQ(chunk_for(0.74), 8U);
    EXPECT_EQ(chunk_for(0.75), 16U);
    EXPECT_EQ(chunk_for(0.9), 56U);
    EXPECT_EQ(chunk_for(0.99), 128U);
    EXPECT_EQ(chunk_for(1), 128U);
}

TEST(Chunks, ThatWrapAroundAreInTwoParts) {
    EXPECT_EQ(range_of(0, 0, 8, 64), (BucketRange{.first = 0, .before = 8, .behind = 0}));
    EXPECT_EQ(range_of(40, 16, 8, 64), (BucketRange{.first = 56, .before = 8, .behind = 0}));
    EXPECT_EQ(range_of(40, 24, 8, 64), (BucketRange{.first = 0, .before = 8, .behind = 0}));
    EXPECT_EQ(range_of(56, 0, 24, 64), (BucketRange{.first = 56, .before = 8, .behind = 16}));
    EXPECT_EQ(range_of(56, 0, 64, 64), (BucketRange{.first = 56, .before = 8, .behind = 56}));
    EXPECT_FALSE(range_of(0, 0, 64, 64).is_split());
    EXPECT_TRUE(range_of(56, 0, 24, 64).is_split());
    EXPECT_EQ(range_of(56, 0, 24, 64).size(), 24U);
}

TEST(Chunks, AreExaminedLineByLineFromTheHomesPlaceOn) {
    std::vector<std::size_t> order;
    for (std::size_t n = 0; n < 16; ++n) order.push_back(in_line_order(21, n));
    EXPECT_EQ(order, (std::vector<std::size_t>{5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12}));
    EXPECT_EQ(line_of(21), 16U);
    EXPECT_EQ(line_of(16), 16U);
    EXPECT_EQ(in_line_order(16, 9), 9U);
}

TEST(ChunkChoice, FollowsTheLoadOfWhatItSees) {
    ChunkChoice choice({});
    EXPECT_EQ(choice.size(), 8U);
    EXPECT_FALSE(choice.requests_ahead());
    for (int i = 0; i < 1000; ++i) choice.note(9, 10);
    EXPECT_NEAR(choice.load(), 0.9, 1e-3);
    EXPECT_EQ(choice.size(), 56U);
    EXPECT_FALSE(choice.requests_ahead()) << "one chunk is expected to do";
    for (int i = 0; i < 1000; ++i) choice.note(99, 100);
    EXPECT_EQ(choice.size(), 128U);
    EXPECT_TRUE(choice.requests_ahead());
    choice.forget();
    EXPECT_EQ(choice.size(), 8U);
    EXPECT_FALSE(choice.requests_ahead());
}

TEST(ChunkChoice, IsWhatTheUserSays) {
    ChunkChoice always({.chunk = 32, .prefetch = ChunkPrefetch::always});
    ChunkChoice never({.chunk = 32, .prefetch = ChunkPrefetch::never});
    ChunkChoice needed({.chunk = 32});
    EXPECT_TRUE(always.requests_ahead());
    for (ChunkChoice* const choice : {&always, &never, &needed}) {
        for (int i = 0; i < 1000; ++i) choice->note(95, 100);
        EXPECT_EQ(choice->size(), 32U);
    }
    EXPECT_FALSE(never.requests_ahead());
    EXPECT_TRUE(needed.requests_ahead());
}

TEST(StateHash, SpreadsWhatIsNear) {
    // A bit of the state that changes changes half of the hash, give or take.
    for (unsigned bit = 0; bit < 64; ++bit) {
        int changed = 0;
        for (std::uint64_t state = 0; state < 256; ++state)
            changed += std::popcount(hash_of(state) ^ hash_of(state ^ std::uint64_t{1} << bit));
        EXPECT_NEAR(changed / 256.0, 32, 4) << bit;
    }
    for (unsigned bit = 0; bit < 192; ++bit) {
        int changed = 0;
        for (std::uint64_t number = 0; number < 256; ++number) {
            std::array<std::uint64_t, 3> state = {number, 5, number * number};
            const std::uint64_t before = hash_of(std::span<const std::uint64_t>(state));
            state[bit / 64] ^= std::uint64_t{1} << bit % 64;
            changed += std::popcount(before ^ hash_of(std::span<const std::uint64_t>(state)));
        }
        EXPECT_NEAR(changed / 256.0, 32, 4) << bit;
    }
}

TEST(StateHash, IsTheSameEverywhere) {
    EXPECT_EQ(hash_of(std::uint64_t{0}), 0U);
    EXPECT_EQ(hash_of(std::uint64_t{1}), 4717996019076358352U);
    const std::vector<std::uint64_t> zeros(4);
    std::set<std::uint64_t> hashes;
    for (std::size_t words = 1; words <= 4; ++words)
        hashes.insert(hash_of(std::span<const std::uint64_t>(zeros).first(words)));
    EXPECT_EQ(hashes.size(), 4U) << "lengths count";
}

TEST(TableLayout, SpreadsStatesOverOwnersAndLines) {
    constexpr unsigned owners = 3;
    constexpr std::size_t lines = 10;
    const TableLayout layout({.buckets = lines * 8 - 3}, owners);
    EXPECT_EQ(layout.buckets(), lines * 8);
    std::array<std::array<int, lines>, owners> counts{};
    constexpr int states = 30'000;
    for (std::uint64_t state = 0; state < states; ++state) {
        const TableLayout::Home home = layout.home(hash_of(state));
        ASSERT_LT(home.owner, owners);
        ASSERT_LT(home.bucket, lines * 8);
        ++counts[home.owner][home.bucket / 8];
    }
    for (const auto& of_owner : counts)
        for (const int count : of_owner) EXPECT_NEAR(count, 1000, 150);
}

TEST(TableLayout, GrowsWithoutMovingStatesFar) {
    TableLayout small({.buckets = 64, .max_buckets = 200}, 2);
    TableLayout large = small;
    EXPECT_TRUE(small.can_grow());
    large.grow();
    EXPECT_EQ(large.buckets(), 128U);
    for (std::uint64_t state = 0; state < 1000; ++state) {
        const TableLayout::Home before = small.home(hash_of(state));
        const TableLayout::Home after = large.home(hash_of(state));
        EXPECT_EQ(before.owner, after.owner);
        EXPECT_EQ(before.bucket, after.bucket / 2);
    }
    large.grow();
    EXPECT_EQ(large.buckets(), 200U);
    EXPECT_FALSE(large.can_grow());
}

TEST(Bucket, HoldsAStateOrSaysWhereItIs) {
    constexpr std::uint64_t greatest = (std::uint64_t{1} << 63U) - 1;
    for (const std::uint64_t state : {std::uint64_t{0}, std::uint64_t{1}, greatest}) {
        EXPECT_NE(Bucket::of_state(state), Bucket::empty);
        EXPECT_EQ(Bucket::state(Bucket::of_state(state)), state);
    }
    const std::uint64_t bucket = Bucket::of_record(4095, ~std::uint64_t{0}) | Place::max_index;
    EXPECT_EQ(Bucket::words(bucket), 4095U);
    EXPECT_EQ(Bucket::index(bucket), Place::max_index);
    EXPECT_EQ(Bucket::index(Bucket::of_record(4095, ~std::uint64_t{0})), 0U);
    EXPECT_TRUE(Bucket::alike(bucket, Bucket::of_record(4095, ~std::uint64_t{0})));
    EXPECT_FALSE(Bucket::alike(bucket, Bucket::of_record(4094, ~std::uint64_t{0})));
    EXPECT_FALSE(Bucket::alike(bucket, Bucket::of_record(4095, 0)));
    EXPECT_FALSE(Bucket::alike(bucket, Bucket::empty));
}

TEST(PlaceTest, IsANumber) {
    const Place place(65534, 4095, Place::max_index);
    EXPECT_EQ(place.owner(), 65534U);
    EXPECT_EQ(place.words(), 4095U);
    EXPECT_EQ(place.index(), Place::max_index);
    EXPECT_EQ(Place(place.as_number()), place);
    EXPECT_TRUE(place);
    EXPECT_FALSE(Place());
    EXPECT_TRUE(Place(0, 0, 0));
}

}  // namespace
}  // namespace scrump::detail

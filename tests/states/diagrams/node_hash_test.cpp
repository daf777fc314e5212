#include <scrump/states/diagrams/detail/node_hash.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace scrump::detail {
namespace {

std::vector<std::uint64_t> buckets_of(std::uint64_t hash, std::uint64_t groups) {
    ProbeSequence probe(hash, groups);
    std::vector<std::uint64_t> all{probe.bucket()};
    while (probe.next()) all.push_back(probe.bucket());
    return all;
}

std::vector<std::uint64_t> some_hashes() {
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> all{0, 1, 7, 8, std::numeric_limits<std::uint64_t>::max()};
    while (all.size() < 200) all.push_back(random());
    return all;
}

TEST(ProbeSequence, GoesThroughAllOfAGroupBeforeTheNext) {
    for (const std::uint64_t groups : {std::uint64_t{128}, std::uint64_t{384}, std::uint64_t{1} << 37U}) {
        for (const std::uint64_t hash : some_hashes()) {
            const std::vector<std::uint64_t> all = buckets_of(hash, groups);
            ASSERT_EQ(all.size(), ProbeSequence::max_buckets);
            for (std::size_t first = 0; first < all.size(); first += ProbeSequence::group_buckets) {
                std::set<std::uint64_t> of_group;
                for (std::size_t each = first; each < first + ProbeSequence::group_buckets; ++each) {
                    EXPECT_EQ(all[each] / ProbeSequence::group_buckets, all[first] / ProbeSequence::group_buckets);
                    of_group.insert(all[each]);
                }
                EXPECT_EQ(of_group.size(), ProbeSequence::group_buckets);
                EXPECT_LT(*of_group.rbegin(), groups * ProbeSequence::group_buckets);
            }
        }
    }
}

// Four buckets of 16 bytes are a line.
TEST(ProbeSequence, LooksThroughTheLineThatItBeginsInFirst) {
    for (const std::uint64_t hash : some_hashes()) {
        const std::vector<std::uint64_t> all = buckets_of(hash, 128);
        for (std::size_t each = 0; each < 4; ++each) EXPECT_EQ(all[each] / 4, all[0] / 4);
    }
}

TEST(ProbeSequence, MeetsEachGroupOnceWhereTheirNumberIsAPowerOfTwo) {
    for (const std::uint64_t groups : {ProbeSequence::most_groups * 1U, ProbeSequence::most_groups * 8U}) {
        for (const std::uint64_t hash : some_hashes()) {
            const std::vector<std::uint64_t> all = buckets_of(hash, groups);
            EXPECT_EQ(std::set(all.begin(), all.end()).size(), ProbeSequence::max_buckets);
        }
    }
}

TEST(ProbeSequence, HashesSpreadOverAllGroupsAndOverAllBucketsOfThem) {
    constexpr std::uint64_t groups = 128;
    std::vector<unsigned> of_group(groups);
    std::vector<unsigned> of_place(ProbeSequence::group_buckets);
    // As nodes come: numbers that follow each other.
    for (std::uint64_t each = 0; each < groups * 1000; ++each) {
        const std::uint64_t bucket = ProbeSequence(mix(each << 41U, each + 1), groups).bucket();
        ++of_group[bucket / ProbeSequence::group_buckets];
        ++of_place[bucket % ProbeSequence::group_buckets];
    }
    for (const unsigned count : of_group) EXPECT_NEAR(count, 1000, 200);
    for (const unsigned count : of_place) EXPECT_NEAR(count, groups * 125, 1000);
}

TEST(Scale, MapsTheWholeRangeInItsOrder) {
    constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(scale(0, 1000), 0U);
    EXPECT_EQ(scale(all, 1000), 999U);
    EXPECT_EQ(scale(all / 2 + 1, 1000), 500U);
    EXPECT_EQ(scale(all, 1), 0U);
}

}  // namespace
}  // namespace scrump::detail

#include "../../../src/states/explore/missed_states.hpp"

#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace scrump::detail {
namespace {

TEST(MissedStates, OfFewNoneAreExpected) {
    EXPECT_EQ(missed_by_hashes(0), 0);
    EXPECT_LT(missed_by_hashes(1'000'000), 1e-6);
    EXPECT_LT(missed_by_bits(1'000, BitField(1U << 25U)), 1e-3);
}

TEST(MissedStates, AFieldThatHasGrownMissesLittleMoreThanOneThatWasThere) {
    constexpr std::uint64_t words = std::uint64_t{1} << 25U;
    const double grown = missed_by_bits(words, BitField(words));
    // In 128 localities none of which grows: as many words.
    const double there = missed_by_bits(words, BitField(words / 128), 128);
    EXPECT_GT(grown, there);
    EXPECT_LT(grown, 1.5 * there);
}

TEST(MissedStates, OfHashesAsManyAsOfBirthdays) {
    EXPECT_NEAR(missed_by_hashes(std::uint64_t{1} << 32U), 1, 1e-9) << "2^63 pairs";
}

TEST(MissedStates, ThreeBitsAreSetTheMoreOftenTheMoreStatesThereAre) {
    EXPECT_EQ(chance_of_three_bits(0), 0);
    double before = 0;
    for (const double load : {0.01, 0.1, 1.0, 5.0, 20.0}) {
        const double chance = chance_of_three_bits(load);
        EXPECT_GT(chance, before);
        EXPECT_LT(chance, 1);
        before = chance;
    }
}

// Rows of a thousand states, each the successor of two of the row before: so one that is missed hides no other.
TEST(MissedStates, AsManyAreMissedAsIsExpected) {
    constexpr std::uint64_t row = 1000;
    constexpr std::uint64_t rows = 60;
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        const std::uint64_t below = (state / row + 1) * row;
        if (state == 0)
            for (std::uint64_t i = 1; i < row; ++i) yield(i);
        if (below == rows * row) return;
        yield(below + state % row);
        yield(below + (state + 1) % row);
    };
    // Half of it is the field: 8192 words, seven states a word.
    const auto result = explore(
        std::uint64_t{0}, next,
        {.storage = StateStorage::bit_state, .paths = false, .workers = 1, .memory_limit = std::size_t{1} << 17U});
    EXPECT_EQ(result.status, Status::complete);
    const auto missed = static_cast<double>(rows * row - result.statistics.states);
    EXPECT_GT(missed, 100);
    EXPECT_NEAR(missed / result.expected_missed, 1, 0.2) << missed << " of " << result.expected_missed;
    EXPECT_FALSE(result.is_proof());
}

}  // namespace
}  // namespace scrump::detail

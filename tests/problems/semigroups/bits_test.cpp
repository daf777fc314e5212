#include <scrump/base/random.hpp>
#include <scrump/problems/semigroups/detail/bits.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace scrump::semigroups {
namespace {

template <std::size_t Words>
void check_against_single_bits() {
    constexpr unsigned size = 64 * Words;
    SplitMix64 random(Words);
    Bits<Words> bits{};
    for (std::size_t i = 0; i < Words; ++i) bits.words[i] = random() & random();
    for (unsigned distance = 0; distance < size; ++distance) {
        const Bits<Words> up = bits.up(distance);
        const Bits<Words> down = bits.down(distance);
        for (unsigned i = 0; i < size; ++i) {
            ASSERT_EQ(up[i], i >= distance && bits[i - distance]) << Words << " words by " << distance;
            ASSERT_EQ(down[i], i + distance < size && bits[i + distance]) << Words << " words by " << distance;
        }
    }
    unsigned seen = 0;
    for (Bits<Words> rest = bits; !rest.none(); rest.clear_lowest(), ++seen) {
        const unsigned lowest = rest.lowest();
        ASSERT_TRUE(bits[lowest]);
        Bits<Words> cleared = rest;
        cleared.clear(lowest);
        Bits<Words> after = rest;
        after.clear_lowest();
        ASSERT_EQ(cleared, after);
        cleared.set(lowest);
        ASSERT_EQ(cleared, rest);
        cleared.set(lowest, false);  // sets nothing, clears nothing
        ASSERT_EQ(cleared, rest);
    }
    ASSERT_EQ(seen, bits.count());
}

TEST(SemigroupBits, RowsOfWordsMoveLikeSingleBits) {
    check_against_single_bits<1>();
    check_against_single_bits<2>();
    check_against_single_bits<3>();
    check_against_single_bits<4>();
    check_against_single_bits<7>();
}

}  // namespace
}  // namespace scrump::semigroups

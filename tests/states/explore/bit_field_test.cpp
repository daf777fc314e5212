#include "../../../src/states/explore/bit_field.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {
namespace {

TEST(BitField, BeginsSmallAndDoublesAsFarAsItMay) {
    BitField field(std::size_t{1} << 25U);
    EXPECT_LE(field.words(), std::size_t{1} << 18U);
    std::size_t before = field.words();
    while (field.can_grow()) {
        field.grow();
        EXPECT_EQ(field.words(), 2 * before);
        EXPECT_EQ(field.room(), field.words() / 32);
        before = field.words();
    }
    EXPECT_EQ(field.words(), std::size_t{1} << 25U);
    EXPECT_FALSE(BitField(1000).can_grow());
    EXPECT_EQ(BitField(1000).words(), 1000U);
}

TEST(BitField, AStateStaysWhereItWasInSomeCopy) {
    BitField small(999'983);
    BitField large = small;
    large.grow();
    std::size_t in_second = 0;
    for (std::uint64_t state = 0; state < 1000; ++state) {
        const std::uint64_t hash = hash_of(state);
        const BitField::Place first = small.place(hash, hash);
        const BitField::Place second = large.place(hash, hash);
        EXPECT_LT(first.word, small.words());
        EXPECT_LT(second.word, large.words());
        EXPECT_EQ(second.word % small.words(), first.word);
        EXPECT_EQ(second.bits, first.bits);
        EXPECT_LE(std::popcount(first.bits), 3);
        in_second += second.word / small.words();
    }
    EXPECT_NEAR(static_cast<double>(in_second), 500, 80);
}

}  // namespace
}  // namespace scrump::detail

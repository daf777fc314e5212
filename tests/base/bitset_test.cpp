#include <scrump/base/bitset.hpp>

#include <gtest/gtest.h>

#include <set>
#include <type_traits>
#include <vector>

namespace scrump::detail {
namespace {

template <class Set>
std::vector<std::size_t> elements(const Set& set) {
    std::vector<std::size_t> found;
    set.for_each([&](std::size_t element) { found.push_back(element); });
    return found;
}

template <class Set>
class BitSetOf : public testing::Test {};

using Sets = testing::Types<BitSet<1>, BitSet<2>, BitSet<3>, BitSet<7>, BitSet<16>>;
TYPED_TEST_SUITE(BitSetOf, Sets);

TYPED_TEST(BitSetOf, IsEmptyAtFirst) {
    const TypeParam set{};
    EXPECT_FALSE(set.any());
    EXPECT_EQ(set.count(), 0U);
    EXPECT_EQ(set.first(), TypeParam::capacity);
    EXPECT_TRUE(elements(set).empty());
    EXPECT_TRUE(std::is_trivially_copyable_v<TypeParam>);
    EXPECT_EQ(sizeof(TypeParam), TypeParam::words * 8);
}

TYPED_TEST(BitSetOf, HoldsWhatWasSetAndNotReset) {
    TypeParam set{};
    std::set<std::size_t> expected;
    for (std::size_t bit = 0; bit < TypeParam::capacity; bit += 7) {
        set.set(bit);
        expected.insert(bit);
    }
    for (std::size_t bit = 0; bit < TypeParam::capacity; bit += 3) {
        set.reset(bit);
        expected.erase(bit);
    }
    for (std::size_t bit = 0; bit < TypeParam::capacity; ++bit) EXPECT_EQ(set.test(bit), expected.contains(bit)) << bit;
    EXPECT_EQ(set.count(), expected.size());
    EXPECT_EQ(set.count_sparse(), expected.size());
    EXPECT_EQ(set.first(), *expected.begin());
    EXPECT_EQ(elements(set), std::vector<std::size_t>(expected.begin(), expected.end()));
}

TYPED_TEST(BitSetOf, FirstNHasTheNumbersBelowN) {
    for (std::size_t n = 0; n <= TypeParam::capacity; ++n) {
        const TypeParam set = TypeParam::first_n(n);
        ASSERT_EQ(set.count(), n);
        ASSERT_EQ(set.count_sparse(), n);
        if (n == 0) continue;
        ASSERT_EQ(set.first(), 0U);
        ASSERT_TRUE(set.test(n - 1));
    }
}

TYPED_TEST(BitSetOf, CombinesElementByElement) {
    TypeParam twos{};
    TypeParam threes{};
    for (std::size_t bit = 0; bit < TypeParam::capacity; bit += 2) twos.set(bit);
    for (std::size_t bit = 0; bit < TypeParam::capacity; bit += 3) threes.set(bit);
    for (std::size_t bit = 0; bit < TypeParam::capacity; ++bit) {
        ASSERT_EQ((twos & threes).test(bit), bit % 6 == 0);
        ASSERT_EQ((twos | threes).test(bit), bit % 2 == 0 || bit % 3 == 0);
        ASSERT_EQ((twos - threes).test(bit), bit % 2 == 0 && bit % 3 != 0);
    }
    TypeParam copy = twos;
    EXPECT_EQ(copy, twos);
    copy.reset(TypeParam::capacity - 2);
    EXPECT_NE(copy, twos);
}

TEST(BitSet, ForEachMayTakeOutWhatItVisits) {
    BitSet<2> set = BitSet<2>::first_n(100);
    std::size_t visited = 0;
    set.for_each([&](std::size_t element) {
        set.reset(element);
        ++visited;
    });
    EXPECT_EQ(visited, 100U);
    EXPECT_FALSE(set.any());
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/states/diagrams/detail/edge.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace scrump::detail {
namespace {

constexpr std::uint64_t last_index = (std::uint64_t{1} << 40U) - 1;

TEST(Edge, ThereIsOneConstantAndItsComplement) {
    EXPECT_EQ(Edge{}, Edge::no());
    EXPECT_EQ(!Edge::no(), Edge::yes());
    EXPECT_EQ(!Edge::yes(), Edge::no());
    for (const Edge constant : {Edge::no(), Edge::yes()}) {
        EXPECT_TRUE(constant.is_constant());
        EXPECT_EQ(constant.index(), 0U);
    }
    EXPECT_FALSE(Edge::no().is_complemented());
    EXPECT_TRUE(Edge::yes().is_complemented());
}

TEST(Edge, AndItsComplementLeadToOneNode) {
    for (const std::uint64_t index : {std::uint64_t{1}, std::uint64_t{12345}, last_index}) {
        const Edge edge{index};
        EXPECT_FALSE(edge.is_constant());
        EXPECT_FALSE((!edge).is_constant());
        EXPECT_NE(edge, !edge);
        EXPECT_EQ(edge, !!edge);
        EXPECT_EQ(edge.index(), index);
        EXPECT_EQ((!edge).index(), index);
        EXPECT_TRUE((!edge).is_complemented());
        EXPECT_EQ((!edge).regular(), edge);
        EXPECT_EQ(edge.regular(), edge);
        EXPECT_LT((!edge).bits, std::uint64_t{1} << Edge::bits_used);
    }
}

TEST(Edge, IsComplementedOnceMoreByOneThatIs) {
    const Edge edge{7};
    for (const Edge other : {Edge::no(), Edge{9}, Edge{last_index}}) {
        EXPECT_EQ(edge.complemented_as(other), edge);
        EXPECT_EQ(edge.complemented_as(!other), !edge);
        EXPECT_EQ((!edge).complemented_as(!other), edge);
    }
}

}  // namespace
}  // namespace scrump::detail

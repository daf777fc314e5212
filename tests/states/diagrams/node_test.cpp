#include <scrump/states/diagrams/detail/node.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace scrump::detail {
namespace {

TEST(NodeWords, HoldLevelAndEdgesUpToTheirLimits) {
    const std::uint64_t last_index = (std::uint64_t{1} << Edge::index_bits) - 1;
    for (const Level level : {Level{0}, Level{1}, Level{54321}, level_limit - 1}) {
        for (const std::uint64_t low : {std::uint64_t{0}, std::uint64_t{1}, last_index}) {
            for (const std::uint64_t high : {std::uint64_t{0}, std::uint64_t{1}, last_index}) {
                for (const Edge high_edge : {Edge{high}, !Edge{high}}) {
                    const NodeWords words = NodeWords::of(level, {low}, high_edge);
                    EXPECT_EQ(words.level(), level);
                    EXPECT_EQ(words.low(), Edge{low});
                    EXPECT_EQ(words.high(), high_edge);
                }
            }
        }
    }
}

TEST(NodeWords, AreNeverZeroNorMarked) {
    const NodeWords least = NodeWords::of(0, Edge::no(), Edge::no());
    EXPECT_NE(least.first, 0U);
    EXPECT_NE(least.second, 0U);
    EXPECT_NE(least.first & NodeWords::top_bit, 0U);  // what tells a node from a free bucket
    EXPECT_EQ(least.second & NodeWords::top_bit, 0U);
}

TEST(NodeWords, MeanTheSameWithAMark) {
    const NodeWords words = NodeWords::of(5, {77}, !Edge{78});
    const NodeWords marked{words.first, words.second | NodeWords::top_bit};
    EXPECT_EQ(marked.level(), 5U);
    EXPECT_EQ(marked.low(), Edge{77});
    EXPECT_EQ(marked.high(), !Edge{78});
    EXPECT_NE(marked, words);
}

// Lists have values up to that of the last level as their levels, and their nodes lead to others.
TEST(Node, AValueIsNotANodeOfTheLastLevel) {
    const std::uint64_t bits = 0xfedcba9876543210U;
    const NodeWords value = NodeWords::of_value(bits);
    EXPECT_TRUE(value.is_value());
    EXPECT_EQ(value.level(), terminal_level);
    EXPECT_EQ(value.low().bits | value.high().bits << Edge::index_bits, bits);
    const NodeWords node = NodeWords::of(terminal_level, value.low(), value.high());
    EXPECT_FALSE(node.is_value());
    EXPECT_FALSE(node == value);
}

}  // namespace
}  // namespace scrump::detail

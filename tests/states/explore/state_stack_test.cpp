#include "../../../src/states/explore/state_stack.hpp"

#include <scrump/base/random.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <vector>

namespace scrump::detail {
namespace {

using State = std::vector<std::uint64_t>;

State state_of(std::uint64_t i) {
    return State(1 + i % 4, i);
}

TEST(StateStack, TheNewestComesFirst) {
    StateStack stack;
    for (std::uint64_t i = 0; i < 50; ++i) stack.push(state_of(i), EntryNumber(i));
    for (std::uint64_t i = 50; i-- > 0;) {
        ASSERT_EQ(stack.size(), i + 1);
        EXPECT_EQ(State(stack.top().begin(), stack.top().end()), state_of(i));
        EXPECT_EQ(stack.top_number().bits(), i);
        stack.pop();
    }
    EXPECT_TRUE(stack.empty());
}

TEST(StateStack, OthersGetTheOldest) {
    StateStack stack;
    StateStack other;
    for (std::uint64_t i = 0; i < 50; ++i) stack.push(state_of(i), EntryNumber(i));
    std::vector<std::uint64_t> block(1000);
    const std::size_t words = stack.take_oldest(20, block);
    EXPECT_EQ(stack.size(), 30U);
    EXPECT_EQ(other.give(std::span(block).first(words)), 20U);
    EXPECT_EQ(other.top().front(), 19U);
    EXPECT_EQ(stack.top().front(), 49U);
    std::vector<std::uint64_t> small(StateStack::entry_words(1));
    EXPECT_EQ(stack.take_oldest(5, small), small.size()) << "what there is room for: state 20 has one word";
    EXPECT_EQ(stack.take_oldest(5, small), 0U) << "and 21 has two";
}

// As a deque would have it, whatever is done in which order.
TEST(StateStack, NothingIsLostOrTwice) {
    SplitMix64 random(3);
    StateStack stack;
    std::deque<std::uint64_t> known;
    std::vector<std::uint64_t> block(64);
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        const std::uint32_t what = random.below(5);
        if (what < 3 || known.empty()) {
            stack.push(state_of(i), EntryNumber(i));
            known.push_back(i);
        } else if (what == 3) {
            ASSERT_EQ(stack.top_number().bits(), known.back());
            stack.pop();
            known.pop_back();
        } else {
            const std::size_t words = stack.take_oldest(1 + random.below(6), block);
            for (std::size_t at = 0; at < words; at += StateStack::entry_words(block[at])) {
                ASSERT_EQ(block[at + 1], known.front());
                known.pop_front();
            }
        }
        ASSERT_EQ(stack.size(), known.size());
    }
}

}  // namespace
}  // namespace scrump::detail

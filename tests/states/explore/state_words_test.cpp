#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/explore/detail/state_words.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

struct Padded {
    std::uint8_t one;
    std::uint32_t other;
};

static_assert(StateValue<std::uint64_t> && StateValue<std::array<std::uint8_t, 3>> && StateValue<bool>);
static_assert(StateValue<std::string> && StateValue<std::vector<std::uint32_t>>);
static_assert(!StateValue<Padded> && !StateValue<double> && !StateValue<int*>);
static_assert(!StateValue<std::vector<bool>> && !StateValue<std::vector<Padded>> &&
              !StateValue<std::vector<std::string>>);

TEST(StateWords, AStateOfFixedWidthIsItsBytesAndZeros) {
    using Nine = std::array<std::uint8_t, 9>;
    static_assert(StateWords<Nine>::width == 2 && StateWords<std::uint64_t>::width == 1);
    const Nine state = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::array<std::uint64_t, 2> words = {~std::uint64_t{0}, ~std::uint64_t{0}};
    StateWords<Nine>::write(state, words.data());
    EXPECT_EQ(words, (std::array<std::uint64_t, 2>{0x0807060504030201, 9}));
    EXPECT_EQ(StateWords<Nine>::read(words), state);
}

TEST(StateWords, AStateOfAnyWidthIsReadBackWhateverItsBytesAre) {
    for (std::size_t size = 0; size < 40; ++size) {
        for (const char filler : {'\0', '\1', 'x', '\xff'}) {
            const std::string state(size, filler);
            std::vector<std::uint64_t> words(StateWords<std::string>::count(state), ~std::uint64_t{0});
            StateWords<std::string>::write(state, words.data());
            const auto read = StateWords<std::string>::read(words);
            EXPECT_EQ(std::string(read.begin(), read.end()), state);
        }
    }
    const std::vector<std::uint32_t> numbers = {0, 7, 0};
    std::vector<std::uint64_t> words(StateWords<std::vector<std::uint32_t>>::count(numbers));
    StateWords<std::vector<std::uint32_t>>::write(numbers, words.data());
    const auto read = StateWords<std::vector<std::uint32_t>>::read(words);
    EXPECT_EQ(std::vector<std::uint32_t>(read.begin(), read.end()), numbers);
}

TEST(StateBuffer, StatesOfAnyNumberOfWordsLieBehindEachOther) {
    for (const std::size_t width : {std::size_t{0}, std::size_t{2}}) {
        StateBuffer buffer(width);
        for (std::uint64_t i = 0; i < 100; ++i) {
            const std::vector<std::uint64_t> state(width == 0 ? 1 + i % 5 : width, i);
            buffer.append(state);
        }
        ASSERT_EQ(buffer.size(), 100U);
        for (std::uint64_t i = 0; i < 100; ++i) {
            EXPECT_EQ(buffer[i].size(), width == 0 ? 1 + i % 5 : width);
            EXPECT_EQ(buffer[i].back(), i);
        }
        buffer.clear();
        EXPECT_TRUE(buffer.empty());
    }
}

}  // namespace
}  // namespace scrump::detail

// What only the serialisation library knows.

#include <scrump/net/cereal.hpp>

#include <cereal/types/memory.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace scrump::detail {
namespace {

static_assert(Transferable<std::unique_ptr<int>>);
static_assert(Transferable<std::vector<std::unique_ptr<int>>>);

TEST(Cereal, PointersComeOutAsTheyWentIn) {
    std::vector<std::unique_ptr<int>> numbers;
    numbers.push_back(std::make_unique<int>(7));
    numbers.push_back(nullptr);
    Decoder from(Encoder().put(numbers).put('z').take());
    const auto again = from.get<std::vector<std::unique_ptr<int>>>();
    ASSERT_EQ(again.size(), 2U);
    EXPECT_EQ(*again[0], 7);
    EXPECT_EQ(again[1], nullptr);
    EXPECT_EQ(from.get<char>(), 'z');
    EXPECT_TRUE(from.at_end());
}

}  // namespace
}  // namespace scrump::detail

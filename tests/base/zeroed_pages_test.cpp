#include <scrump/base/detail/zeroed_pages.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <utility>

namespace scrump::detail {
namespace {

TEST(ZeroedPages, AreZeroAtFirstAndKeepWhatIsWritten) {
    const ZeroedPages pages(std::size_t{3} << 20U);
    EXPECT_EQ(pages.size(), std::size_t{3} << 20U);
    EXPECT_TRUE(
        std::all_of(pages.data(), pages.data() + pages.size(), [](std::byte each) { return each == std::byte{}; }));
    pages.data()[pages.size() - 1] = std::byte{7};
    EXPECT_EQ(pages.data()[pages.size() - 1], std::byte{7});
}

TEST(ZeroedPages, TakeNoMemoryThatIsNotUsed) {
    const ZeroedPages pages(std::size_t{1} << 38U);  // more than there is
    pages.data()[std::size_t{1} << 37U] = std::byte{1};
    EXPECT_EQ(pages.data()[std::size_t{1} << 37U], std::byte{1});
}

TEST(ZeroedPages, MoveAndChangePlaces) {
    ZeroedPages one(4096);
    one.data()[0] = std::byte{1};
    ZeroedPages two(std::move(one));
    EXPECT_EQ(two.size(), 4096U);
    EXPECT_EQ(two.data()[0], std::byte{1});
    ZeroedPages three(8192);
    three = std::move(two);
    EXPECT_EQ(three.size(), 4096U);
    EXPECT_EQ(three.data()[0], std::byte{1});
}

TEST(ZeroedPages, ThatNoMachineHasAreRefused) {
    EXPECT_THROW(ZeroedPages(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
}

}  // namespace
}  // namespace scrump::detail

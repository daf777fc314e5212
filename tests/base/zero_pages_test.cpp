#include <scrump/base/detail/zero_pages.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace scrump::detail {
namespace {

TEST(ZeroPages, MuchMoreThanThereIsMayBeThereToBeUsedInPart) {
    constexpr std::size_t bytes = std::size_t{1} << 40U;  // 1 TiB
    const ZeroPages pages(bytes);
    auto* const all = static_cast<std::uint8_t*>(pages.data());
    for (std::size_t at = 0; at < bytes; at += bytes / 16) {
        EXPECT_EQ(all[at], 0U);
        all[at] = 1;
    }
    EXPECT_EQ(all[bytes / 16], 1U);
    EXPECT_EQ(all[bytes - 1], 0U);
}

TEST(ZeroPages, NoneIsAsGoodAsAny) {
    EXPECT_NE(ZeroPages(0).data(), nullptr);
}

TEST(ZeroPages, WithoutRoomForTheAddressesThereIsNone) {
    EXPECT_THROW(ZeroPages(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
}

}  // namespace
}  // namespace scrump::detail

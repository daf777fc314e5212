#include <scrump/base/detail/page_memory.hpp>
#include <scrump/base/detail/same_page.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <new>
#include <utility>

namespace scrump::detail {
namespace {

std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t size = 0;
    std::size_t resident = 0;
    file >> size >> resident;
    return resident * page_size();
}

TEST(PageMemory, IsZerosThatCostNothingUntilWrittenTo) {
    constexpr std::size_t bytes = std::size_t{1} << 32U;
    const std::size_t before = resident_bytes();
    const PageMemory memory(bytes);
    ASSERT_EQ(memory.size(), bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % page_size(), 0U);
    for (std::size_t at = 0; at < bytes; at += bytes / 4) {
        EXPECT_EQ(memory.data()[at], std::byte{0});
        memory.data()[at] = std::byte{1};
        EXPECT_EQ(memory.data()[at], std::byte{1});
    }
    EXPECT_LT(resident_bytes(), before + bytes / 8);
}

TEST(PageMemory, CanBeMoved) {
    PageMemory first(100);
    std::byte* const data = first.data();
    data[99] = std::byte{7};
    PageMemory second(std::move(first));
    EXPECT_EQ(second.data(), data);
    EXPECT_EQ(first.data(), nullptr);  // NOLINT(bugprone-use-after-move)
    PageMemory third;
    EXPECT_EQ(third.size(), 0U);
    third = std::move(second);
    EXPECT_EQ(third.data()[99], std::byte{7});
    EXPECT_EQ(third.size(), 100U);
}

TEST(PageMemory, ThatIsNotThereIsABadAllocation) {
    EXPECT_THROW(PageMemory(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
    EXPECT_EQ(PageMemory(0).data(), nullptr);
}

}  // namespace
}  // namespace scrump::detail

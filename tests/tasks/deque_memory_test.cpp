#include <scrump/base/detail/same_page.hpp>
#include <scrump/tasks/detail/deque_memory.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <vector>

namespace scrump::detail {
namespace {

constexpr std::size_t kept_bytes = std::size_t{1} << 16U;

TEST(DequeMemory, IsHadAgain) {
    std::byte* const first = take_array();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % array_bytes, 0U);
    std::byte* const second = take_array();
    EXPECT_NE(first, second);
    leave_array(second);
    EXPECT_EQ(take_array(), second);
    leave_array(second);
    leave_array(first);
}

// A deep computation leaves a trail of descriptors: memory is not to be held for the next one, which may be small.
TEST(DequeMemory, GivesBackWhatADeepComputationTook) {
    std::byte* const memory = take_array();
    const std::size_t used = std::size_t{1} << 20U;
    std::memset(memory, 1, used);
    leave_array(memory);
    std::byte* const again = take_array();
    ASSERT_EQ(again, memory);
    EXPECT_EQ(again[used - 1], std::byte{0});
    EXPECT_EQ(again[kept_bytes], std::byte{0});
    EXPECT_EQ(again[kept_bytes - 1], std::byte{1});
    leave_array(again);
}

std::size_t pages_of_this_process() {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages;
}

// What is mapped so that an array can be aligned is given back at once, and arrays that are not kept are given back.
TEST(DequeMemory, TakesNoMoreAddressesThanItsArrays) {
    constexpr std::size_t most_kept = 64;
    constexpr std::size_t number = most_kept + 8;
    const std::size_t pages = array_bytes / page_size();
    const std::size_t before = pages_of_this_process();
    std::vector<std::byte*> arrays(number);
    for (std::byte*& each : arrays) each = take_array();
    EXPECT_LT(pages_of_this_process(), before + (number + 1) * pages);
    for (std::byte* const each : arrays) leave_array(each);
    EXPECT_LT(pages_of_this_process(), before + (most_kept + 1) * pages);
}

}  // namespace
}  // namespace scrump::detail

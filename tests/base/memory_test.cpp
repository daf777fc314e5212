#include <scrump/base/memory.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace scrump::detail {
namespace {

const auto of_a_thing = [] { return std::string("a thing"); };

TEST(Memory, GivesWhatWasMade) {
    EXPECT_EQ(allocate(8, of_a_thing, [] { return 42; }), 42);
}

TEST(Memory, NamesWhatItRanOutFor) {
    try {
        allocate(std::size_t{3} << 19U, of_a_thing, []() -> int { throw std::bad_alloc(); });
        FAIL() << "nothing was thrown";
    } catch (const std::bad_alloc& error) {
        EXPECT_STREQ(error.what(), "out of memory: a thing (1.5 MiB)");
    }
}

TEST(Memory, KeepsTheNameOfAPart) {
    const auto part = [] { return std::string("a part"); };
    const auto fails = []() -> int { throw std::bad_alloc(); };
    try {
        allocate(std::size_t{2} << 20U, of_a_thing, [&] { return allocate(std::size_t{1} << 20U, part, fails); });
        FAIL() << "nothing was thrown";
    } catch (const OutOfMemory& error) {
        EXPECT_STREQ(error.what(), "out of memory: a part (1.0 MiB)");
    }
}

}  // namespace
}  // namespace scrump::detail

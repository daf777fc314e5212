// Tasks that are nested more deeply than the stack of a thread is.

#include <scrump/base/error.hpp>
#include <scrump/tasks.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>

namespace scrump {
namespace {

// 64 KiB for each call.
long descend(Fork fork, int depth) {
    std::array<volatile char, 65536> frame{};
    frame[0] = static_cast<char>(depth % 2);
    const long below = depth == 0 ? 0 : fork.call<descend>(depth - 1);
    return below + frame[0];
}

// 5,000 calls take 313 MiB.
[[noreturn]] void descend_with(const char* stack) {
    ::setenv("SCRUMP_STACK", stack, 1);
    const auto result = run_tasks<descend>({.workers = 1}, 5000);
    std::_Exit(result.value == 2500 ? EXIT_SUCCESS : 2);
}

TEST(DeepStack, ThatIsFullEndsTheProgramWithAMessage) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers tell of it in their own way";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(descend_with(""), testing::ExitedWithCode(EXIT_FAILURE),
                "^scrump: a thread has filled its stack of 256 MiB: .*SCRUMP_STACK=1G");
    EXPECT_EXIT(descend_with("128M"), testing::ExitedWithCode(EXIT_FAILURE), "its stack of 128 MiB");
}

// 16 MiB for each call, whose first touch is at the far end.
long leap(Fork fork, int depth) {
    std::array<volatile char, std::size_t{16} << 20U> frame;
    frame[0] = static_cast<char>(depth % 2);
    const long below = depth == 0 ? 0 : fork.call<leap>(depth - 1);
    return below + frame[0];
}

TEST(DeepStack, IsFullAlsoForFramesThatAreLarge) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers tell of it in their own way";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(run_tasks<leap>({.workers = 1}, 100), testing::ExitedWithCode(EXIT_FAILURE), "has filled its stack");
}

TEST(DeepStack, MayBeLargerOnDemand) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers have larger frames";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(descend_with("1G"), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

void write_nowhere(Fork /*fork*/) {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
}

// Other faults are those of the program.
TEST(DeepStack, IsNotBlamedForOtherFaults) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers tell of it in their own way";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(run_tasks<write_nowhere>({.workers = 1}), testing::KilledBySignal(SIGSEGV), "^$");
}

TEST(DeepStack, OfNoSizeIsAUsageError) {
    for (const char* const text : {"x", "1", "-1G", "1T", "1GB", "99999999999999999999", "18014398509481984K"}) {
        ::setenv("SCRUMP_STACK", text, 1);
        EXPECT_EQ(test::message_of<UsageError>([] { run_tasks<descend>({.workers = 3}, 1); }),
                  "SCRUMP_STACK is '" + std::string(text) +
                      "': expected the size of a thread's stack, at least 64K, such as 512M or 1G");
    }
    ::unsetenv("SCRUMP_STACK");
}

}  // namespace
}  // namespace scrump

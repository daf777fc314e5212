#include <scrump/base/detail/thread_counters.hpp>

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <thread>
#include <vector>

#include "support/kernel_events.hpp"

namespace scrump::detail {
namespace {

using test::page_faults;
using test::touch_pages;
using test::unknown_event;

TEST(ThreadCounters, CountWhatTheirThreadDoesFromTheirBeginning) {
    SCRUMP_NEEDS_KERNEL_EVENTS();
    const ThreadCounters counters(std::vector{page_faults});
    const std::uint64_t before = counters.read(0).value();
    touch_pages(50);
    const std::uint64_t after = counters.read(0).value();
    EXPECT_GE(after - before, 50U);
    std::thread([] { touch_pages(500); }).join();
    EXPECT_LT(counters.read(0).value() - after, 500U) << "another thread's";
}

TEST(ThreadCounters, HaveNoValueForWhatTheSystemDoesNotKnow) {
    SCRUMP_NEEDS_KERNEL_EVENTS();
    const ThreadCounters counters(std::vector{unknown_event, page_faults});
    EXPECT_EQ(counters.read(0), std::nullopt);
    EXPECT_TRUE(counters.read(1).has_value());
}

TEST(ThreadCounters, FailWhereNothingIsCounted) {
    EXPECT_THROW(ThreadCounters(std::vector{unknown_event, unknown_event}), Error);
    EXPECT_THROW(ThreadCounters(std::vector<KernelEvent>{}), Error);
}

TEST(ThreadCounters, ScaleUpWhatWasCountedForAPartOfTheTime) {
    EXPECT_EQ(whole_count(100, 1000, 1000), 100U);
    EXPECT_EQ(whole_count(100, 1000, 250), 400U);
    EXPECT_EQ(whole_count(0, 1000, 0), std::nullopt) << "it never had a counter, which is not a count of nothing";
    EXPECT_EQ(whole_count(7, 0, 0), std::nullopt);
}

TEST(ThreadCounters, RefusalsSayWhatToChange) {
    EXPECT_NE(counters_refusal(EACCES, "3\n").find("kernel.perf_event_paranoid, which is 3, to 2 or less"),
              std::string::npos);
    EXPECT_NE(counters_refusal(EPERM, std::nullopt).find("CAP_PERFMON"), std::string::npos);
    EXPECT_NE(counters_refusal(ENOENT, "2\n").find("its host must pass them on"), std::string::npos);
    EXPECT_NE(counters_refusal(EMFILE, "2\n").find("ulimit -n"), std::string::npos);
    EXPECT_NE(counters_refusal(ENOSYS, std::nullopt).find("only Linux has them"), std::string::npos);
    EXPECT_EQ(counters_refusal(EINVAL, "2\n"), "hardware counters cannot be read: Invalid argument");
}

}  // namespace
}  // namespace scrump::detail

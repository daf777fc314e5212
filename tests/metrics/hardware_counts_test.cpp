#include <scrump/metrics/detail/hardware_meter.hpp>
#include <scrump/metrics/hardware_counts.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/kernel_events.hpp"

namespace scrump::detail {
namespace {

HardwareCounts sum(const std::vector<HardwareCounts>& all) {
    return HardwareCounts::sum(all, [](const HardwareCounts& each) { return each; });
}

TEST(HardwareCounts, ASumIsKnownIfAllPartsAre) {
    const HardwareCounts one{.instructions = 100, .cycles = 50, .cache_misses = 3};
    EXPECT_EQ(sum({one, one}), (HardwareCounts{.instructions = 200, .cycles = 100, .cache_misses = 6}));
    const HardwareCounts other{.instructions = 1, .cycles = 1};
    EXPECT_EQ(sum({one, other}), (HardwareCounts{.instructions = 101, .cycles = 51}));
    EXPECT_EQ(sum({other, one}), (HardwareCounts{.instructions = 101, .cycles = 51}));
    EXPECT_EQ(sum({one, {}}), HardwareCounts{});
}

TEST(HardwareCounts, NothingIsKnownOfNobody) {
    EXPECT_EQ(sum({}), HardwareCounts{});
}

TEST(HardwareMeter, KnowsNothingBeforeItStarts) {
    EXPECT_EQ(HardwareMeter().read(), HardwareCounts{});
}

TEST(HardwareMeter, CountsUntilItStopsAndKeepsThat) {
    SCRUMP_NEEDS_KERNEL_EVENTS();
    constexpr std::array events = {test::page_faults, test::unknown_event, test::task_clock};
    HardwareMeter meter;
    meter.start(events);
    test::touch_pages(50);
    const HardwareCounts during = meter.read();
    EXPECT_GE(during.instructions.value(), 50U);
    EXPECT_EQ(during.cycles, std::nullopt);
    EXPECT_GT(during.cache_misses.value(), 0U);
    meter.stop();
    const HardwareCounts stopped = meter.read();
    EXPECT_GE(stopped.instructions, during.instructions);
    EXPECT_EQ(stopped.cycles, std::nullopt);
    test::touch_pages(50);
    EXPECT_EQ(meter.read(), stopped);
}

}  // namespace
}  // namespace scrump::detail

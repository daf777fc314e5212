#include <scrump/runtime/detail/look_around.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(LookAround, CountsEachLookInVain) {
    if (!counting) GTEST_SKIP() << "built without counters";
    Meter meter;
    EXPECT_FALSE(look_around(meter, [] { return false; }));
    EXPECT_EQ(meter.activity().pool_accesses, looks_before_sleep);
    EXPECT_EQ(meter.activity().pool_misses, looks_before_sleep);
}

TEST(LookAround, EndsWithTheFirstNewsWhichTheOneWhoTakesItCounts) {
    Meter meter;
    unsigned looks = 0;
    EXPECT_TRUE(look_around(meter, [&] { return ++looks == 4; }));
    EXPECT_EQ(looks, 4U);
    EXPECT_EQ(meter.activity().pool_accesses, counting ? 3U : 0U);
    EXPECT_EQ(meter.activity().pool_misses, meter.activity().pool_accesses);
}

TEST(LookAround, ShowsOthersWhatItCountedBeforeItsWorkerSleeps) {
    if (!counting) GTEST_SKIP() << "built without counters";
    Meter meter;
    look_around(meter, [] { return false; });
    EXPECT_EQ(meter.published(Clock::now()).pool_misses, looks_before_sleep);
}

}  // namespace
}  // namespace scrump::detail

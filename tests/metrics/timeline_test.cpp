#include <scrump/metrics/detail/timeline.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(Timeline, KeepsTheNewestEventsAndCountsTheOthers) {
    Timeline timeline(3);
    EXPECT_TRUE(timeline.events().empty());
    for (std::int64_t time = 1; time <= 5; ++time) {
        timeline.add({.start = time});
        const std::vector<TimelineEvent> events = timeline.events();
        ASSERT_EQ(events.size(), static_cast<std::size_t>(std::min<std::int64_t>(time, 3)));
        EXPECT_EQ(events.back().start, time);
        EXPECT_EQ(events.front().start, std::max<std::int64_t>(1, time - 2));
        EXPECT_EQ(timeline.dropped(), static_cast<std::uint64_t>(std::max<std::int64_t>(0, time - 3)));
    }
}

TEST(Timeline, HasRoomForOneAtLeast) {
    Timeline timeline(0);
    timeline.add({.start = 1});
    timeline.add({.start = 2});
    EXPECT_EQ(timeline.events(), std::vector<TimelineEvent>{{.start = 2}});
    EXPECT_EQ(timeline.dropped(), 1U);
}

}  // namespace
}  // namespace scrump::detail

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

// A worker that spins on work it cannot get yet, as another one has lost its processor while it hands it out.
TEST(Timeline, WhatIsTriedInVainAgainAndAgainIsOneLongLook) {
    using Kind = TimelineEvent::Kind;
    const std::vector<TimelineEvent> round = {
        {.duration = 0, .peer = 3, .kind = Kind::steal},
        {.duration = 0, .peer = 2, .kind = Kind::remote_steal},
        {.duration = 200, .kind = Kind::look},
        {.duration = 100, .kind = Kind::wait},
    };
    Timeline timeline(1000);
    std::int64_t time = 0;
    const auto add = [&](TimelineEvent event) {
        event.start = time;
        time += event.duration;
        timeline.add(event);
    };
    const auto spin = [&](unsigned rounds) {
        for (unsigned i = 0; i < rounds; ++i) {
            for (const TimelineEvent& event : round) add(event);
        }
    };
    const TimelineEvent task{.duration = 50, .value = 7, .peer = 1, .kind = Kind::task};
    add(task);
    spin(100000);
    ASSERT_EQ(timeline.dropped(), 0U);
    ASSERT_EQ(timeline.events().size(), 1 + Timeline::most_in_vain + 1U);
    EXPECT_EQ(timeline.events().front(), task);
    const TimelineEvent last = timeline.events().back();
    EXPECT_EQ(last.kind, Kind::look);
    EXPECT_EQ(last.peer, 0U);
    EXPECT_EQ(last.start + last.duration, time);
    EXPECT_GT(last.duration, 29'000'000);

    // What something comes of, and a rest, begin anew.
    const std::vector<TimelineEvent> news = {task,
                                             {.value = 1, .peer = 3, .kind = Kind::steal},
                                             {.duration = Timeline::no_longer_than + 1, .kind = Kind::wait}};
    for (const TimelineEvent& event : news) {
        spin(100);
        const std::size_t before = timeline.events().size();
        add(event);
        spin(10);
        EXPECT_EQ(timeline.events().size(), before + 1 + 10 * round.size());
        EXPECT_EQ(timeline.events()[before].kind, event.kind);
    }
    EXPECT_EQ(timeline.dropped(), 0U);
}

}  // namespace
}  // namespace scrump::detail

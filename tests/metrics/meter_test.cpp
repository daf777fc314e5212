#include <scrump/metrics/detail/meter.hpp>
#include <scrump/metrics/detail/timeline.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;
using Kind = TimelineEvent::Kind;

class MeterTest : public testing::Test {
  protected:
    static Clock::time_point at(std::chrono::microseconds time) { return Clock::time_point(1h + time); }

    void SetUp() override {
        if (!counting) GTEST_SKIP() << "built without counters";
    }

    static void expect_times(const Activity& sum, std::uint64_t work, std::uint64_t wait, std::uint64_t total) {
        EXPECT_EQ(sum.task_time, work * 1000);
        EXPECT_EQ(sum.wait_time, wait * 1000);
        EXPECT_EQ(sum.total_time, total * 1000);
    }
};

TEST_F(MeterTest, TellsWorkManagementAndWaitingApart) {
    Meter meter;
    meter.start(at(0us), at(10us));
    meter.begin_task(at(12us));
    meter.end_task(5, 1, at(32us));
    meter.begin_wait(at(33us));
    meter.end_wait(at(43us));
    meter.begin_task(at(44us));
    meter.enter(Meter::State::managing, at(50us));
    meter.resume_task(Kind::give, 3, at(52us));
    meter.end_task(7, 2, at(60us));
    expect_times(meter.activity(), 20 + 6 + 8, 10, 50);
    EXPECT_EQ(meter.activity().management_time(), 6'000U);
    EXPECT_EQ(meter.activity().tasks, 2U);
    EXPECT_EQ(meter.activity().phases, 3U);
}

TEST_F(MeterTest, SettlesInTheMiddleOfATask) {
    Meter meter;
    meter.start(at(0us), at(0us));
    meter.begin_task(at(5us));
    meter.update(at(25us));
    expect_times(meter.activity(), 20, 0, 25);
    meter.update(at(25us));
    meter.end_task(0, 0, at(30us));
    expect_times(meter.activity(), 25, 0, 30);
    EXPECT_EQ(meter.activity().phases, 1U);
}

TEST_F(MeterTest, DoesNotGoBack) {
    Meter meter;
    meter.start(at(0us), at(10us));
    meter.begin_task(at(20us));
    meter.update(at(15us));
    meter.enter(Meter::State::managing, at(19us));
    expect_times(meter.activity(), 0, 0, 10);
}

TEST_F(MeterTest, RecordsHowLongTasksWorked) {
    Meter meter;
    meter.start(at(0us), at(0us));
    meter.begin_task(at(0us));
    meter.enter(Meter::State::managing, at(10us));
    meter.resume_task(Kind::give, 1, at(1000us));
    meter.end_task(0, 0, at(1010us));
    meter.begin_task(at(2000us));
    meter.end_task(0, 0, at(2001us));
    LatencyHistogram durations;
    meter.task_durations().add_to(durations);
    EXPECT_EQ(durations.count(), 2U);
    EXPECT_EQ(durations.max(), 20us);
}

TEST_F(MeterTest, SpreadsWorkOverTheRun) {
    Meter meter;
    meter.start(at(0us), at(500us));
    meter.begin_task(at(500us));
    meter.end_task(0, 0, at(2500us));
    EXPECT_EQ(meter.busy().sums(), (std::vector<double>{5e5, 1e6, 5e5}));
}

TEST_F(MeterTest, ShowsOthersWhatWasPublishedAndHowLongItWaits) {
    Meter meter;
    meter.start(at(0us), at(0us));
    meter.begin_task(at(0us));
    meter.end_task(0, 0, at(10us));
    EXPECT_EQ(meter.published(at(10us)), Activity{});
    meter.publish();
    expect_times(meter.published(at(10us)), 10, 0, 10);
    meter.begin_wait(at(20us));  // who waits cannot publish any more
    expect_times(meter.published(at(50us)), 10, 30, 50);
    expect_times(meter.published(at(20us)), 10, 0, 20);
    meter.end_wait(at(60us));
    expect_times(meter.published(at(60us)), 10, 40, 60);
    meter.begin_task(at(61us));  // nor who works for long
    expect_times(meter.published(at(90us)), 40, 40, 90);
}

TEST_F(MeterTest, CountsLooksIntoPools) {
    Meter meter;
    meter.looked_into_pool(true);
    meter.looked_into_pool(false);
    meter.looked_into_pool(false);
    EXPECT_EQ(meter.activity().pool_accesses, 3U);
    EXPECT_EQ(meter.activity().pool_misses, 2U);
    EXPECT_EQ(meter.activity().victim_accesses, 0U);
}

TEST_F(MeterTest, CountsLooksIntoVictimsPoolsAmongThem) {
    Meter meter;
    meter.looked_into_pool(true);
    meter.looked_into_victims_pool(true);
    meter.looked_into_victims_pool(false);
    meter.looked_into_victims_pool(false);
    EXPECT_EQ(meter.activity().pool_accesses, 4U);
    EXPECT_EQ(meter.activity().pool_misses, 2U);
    EXPECT_EQ(meter.activity().victim_accesses, 3U);
    EXPECT_EQ(meter.activity().victim_misses, 2U);
}

TEST_F(MeterTest, KeepsATimelineIfAsked) {
    Meter meter;
    EXPECT_EQ(meter.timeline(), nullptr);
    meter.keep_timeline(100);
    meter.start(at(0us), at(0us));
    meter.begin_wait(at(1us));
    meter.end_wait(at(3us));
    meter.begin_task(at(4us));
    meter.enter(Meter::State::managing, at(6us));
    meter.resume_task(Kind::give, 3, at(7us));
    meter.end_task(42, 9, at(10us));
    const auto event = [](std::chrono::microseconds start, std::chrono::microseconds took, Kind kind,
                          std::uint64_t value = 0, std::uint32_t peer = 0) {
        return TimelineEvent{.start = std::chrono::nanoseconds(1h + start).count(),
                             .duration = std::chrono::nanoseconds(took).count(),
                             .value = value,
                             .peer = peer,
                             .kind = kind};
    };
    EXPECT_EQ(meter.timeline()->events(),
              (std::vector<TimelineEvent>{event(0us, 1us, Kind::look), event(1us, 2us, Kind::wait),
                                          event(3us, 1us, Kind::look), event(6us, 1us, Kind::give, 3),
                                          event(4us, 6us, Kind::task, 42, 9)}));
}

}  // namespace
}  // namespace scrump::detail

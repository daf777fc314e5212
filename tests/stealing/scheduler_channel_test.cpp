#include <scrump/stealing/detail/scheduler_channel.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

namespace scrump::detail {
namespace {

TEST(SchedulerChannel, RatesACompleteCycle) {
    SchedulerChannel channel(1, 100);
    EXPECT_EQ(channel.average_work_rate(500), 0) << "never worked";
    channel.set_working(0, 101);  // idle for 1
    channel.set_idle(0, 104);     // worked for 3
    const double first = work_rate(3, 1, 0);
    EXPECT_DOUBLE_EQ(channel.average_work_rate(104), first);
    EXPECT_DOUBLE_EQ(channel.average_work_rate(9999), first) << "as it was when its last task ended";
    channel.set_working(0, 114);
    channel.set_idle(0, 144);
    EXPECT_DOUBLE_EQ(channel.average_work_rate(200), work_rate(30, 10, first));
}

TEST(SchedulerChannel, RatesAnOpenCycleAsIfItEndedNow) {
    SchedulerChannel channel(1, 0);
    channel.set_working(0, 10);
    EXPECT_DOUBLE_EQ(channel.average_work_rate(1010), work_rate(1000, 10, 0));
    EXPECT_DOUBLE_EQ(channel.average_work_rate(5010), work_rate(5000, 10, 0));
    EXPECT_DOUBLE_EQ(channel.average_work_rate(5), work_rate(0, 10, 0)) << "asked by somebody who is late";
}

// The paper's section 3.2.1: a rate changes when a task ends; its source begins with 1.
TEST(SchedulerChannel, RatesCompleteCyclesAloneIfItIsToldTo) {
    SchedulerChannel channel(2, 0, {}, true);
    EXPECT_EQ(channel.average_work_rate(10), 1);
    channel.set_working(0, 10);
    EXPECT_EQ(channel.average_work_rate(1010), 1);
    channel.set_idle(0, 2010);
    const double ended = work_rate(2000, 10, 1);
    EXPECT_DOUBLE_EQ(channel.average_work_rate(2010), (ended + 1) / 2);
    channel.set_working(0, 2020);
    EXPECT_DOUBLE_EQ(channel.average_work_rate(9999), (ended + 1) / 2);
}

TEST(SchedulerChannel, AveragesOverAllWorkers) {
    SchedulerChannel channel(4, 0);
    channel.set_working(2, 10);
    channel.set_working(3, 0);
    channel.set_idle(3, 20);
    EXPECT_DOUBLE_EQ(channel.average_work_rate(110), (work_rate(100, 10, 0) + work_rate(20, 0, 0)) / 4);
}

TEST(SchedulerChannel, KnowsTheIdleShareSinceItWasAskedLast) {
    SchedulerChannel channel(2, 1000);
    EXPECT_EQ(channel.idle_fraction(1100), 1);
    channel.set_working(0, 1150);  // of 200 µs of two workers, 50 + 100 idle
    EXPECT_DOUBLE_EQ(channel.idle_fraction(1200), 0.75);
    channel.set_working(1, 1200);
    EXPECT_EQ(channel.idle_fraction(1300), 0);
    channel.set_idle(0, 1310);
    channel.set_working(0, 1320);
    channel.set_idle(1, 1390);
    EXPECT_DOUBLE_EQ(channel.idle_fraction(1400), 0.1);
    EXPECT_EQ(channel.idle_fraction(1400), 0) << "no time has passed";
}

// Workers take turns between work and idleness as fast as they can while others read: what is read is always a rate
// and a share.
TEST(SchedulerChannel, IsReadWhileWorkersWrite) {
    constexpr unsigned workers = 3;
    constexpr double cycles = 20'000;
    SchedulerChannel channel(workers, 0);
    std::atomic<double> clock = 0;
    std::atomic<unsigned> running = workers;
    std::vector<std::thread> threads;
    for (unsigned worker = 0; worker < workers; ++worker) {
        threads.emplace_back([&, worker] {
            for (double cycle = 0; cycle < cycles; ++cycle) {
                channel.set_working(worker, 10 * cycle + 2);
                channel.set_idle(worker, 10 * cycle + 10);
                clock.store(10 * cycle + 10);
            }
            --running;
        });
    }
    const auto read_rates = [&] {
        while (running > 0) {
            const double rate = channel.average_work_rate(clock.load());
            ASSERT_TRUE(std::isfinite(rate));
            ASSERT_GE(rate, 0);
            ASSERT_LT(rate, 60);
        }
    };
    threads.emplace_back(read_rates);
    threads.emplace_back([&] {
        double now = 0;
        while (running > 0) {
            now = std::max(now, clock.load());
            const double fraction = channel.idle_fraction(now);
            ASSERT_GE(fraction, 0);
            ASSERT_LE(fraction, 1);
        }
    });
    for (std::thread& thread : threads) thread.join();

    double rate = 0;  // each cycle: 2 µs idle, 8 of work
    for (int cycle = 0; cycle < 100; ++cycle) rate = work_rate(8, 2, rate);
    EXPECT_NEAR(channel.average_work_rate(10 * cycles), rate, 1e-9);
}

}  // namespace
}  // namespace scrump::detail

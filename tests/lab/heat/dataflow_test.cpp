#include "heat/dataflow.hpp"

#include <scrump/metrics/detail/counting.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "heat/partition_controller.hpp"

namespace scrump::heat {
namespace {

// The same bits, not only equal numbers.
::testing::AssertionResult equals_twin(const Ring& ring, std::uint64_t steps) {
    Ring twin(ring.size());
    run_sequentially(twin, steps);
    const auto expected = std::as_const(twin).at(steps);
    if (std::memcmp(ring.at(steps).data(), expected.data(), expected.size_bytes()) == 0)
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "differs from the sequential twin";
}

constexpr Order orders[] = {Order::fifo, Order::lifo};

RunTimes run_fixed(Ring& ring, std::size_t partition, std::uint64_t steps, unsigned workers,
                   Order order = Order::fifo) {
    Dataflow flow(ring, workers, order, [](const EpochCost&) { return Epoch{}; });
    return flow.run({partition, steps});
}

TEST(Dataflow, EveryCutEqualsTheTwin) {
    for (const std::size_t points : {1U, 2U, 3U, 5U, 12U, 31U}) {
        for (std::size_t partition = 1; partition <= points; ++partition) {
            for (const std::uint64_t steps : {1U, 2U, 3U, 10U}) {
                for (unsigned workers = 1; workers <= 4; ++workers) {
                    for (const Order order : orders) {
                        if (order == Order::lifo && steps != 3) continue;  // it is the same code but for the pool
                        SCOPED_TRACE(::testing::Message()
                                     << points << " points in partitions of " << partition << ", " << steps
                                     << " steps, " << workers << " workers, " << name(order));
                        Ring ring(points);
                        run_fixed(ring, partition, steps, workers, order);
                        ASSERT_TRUE(equals_twin(ring, steps));
                    }
                }
            }
        }
    }
}

TEST(Dataflow, ManyTinyPartitionsEqualTheTwin) {
    constexpr std::uint64_t steps = 300;
    for (const std::size_t points : {7U, 64U, 400U}) {
        for (const Order order : orders) {
            Ring ring(points);
            run_fixed(ring, 1, steps, 4, order);
            EXPECT_TRUE(equals_twin(ring, steps)) << points << ", " << name(order);
        }
    }
}

TEST(Dataflow, EpochsWithOtherPartitionsGoOnWhereTheLastOneEnded) {
    constexpr std::array<Epoch, 6> epochs = {{{100, 3}, {7, 2}, {1, 1}, {50, 5}, {2, 4}, {33, 1}}};
    for (unsigned workers = 1; workers <= 4; ++workers) {
        Ring ring(100);
        std::size_t next = 1;
        Dataflow flow(ring, workers, Order::fifo,
                      [&](const EpochCost&) { return next < epochs.size() ? epochs[next++] : Epoch{}; });
        flow.run(epochs[0]);
        EXPECT_TRUE(equals_twin(ring, 16)) << workers;
    }
}

TEST(Dataflow, AnEpochsCostIsOfThatEpoch) {
    Ring ring(10'000);
    unsigned epochs = 0;
    Dataflow flow(ring, 2, Order::fifo, [&](const EpochCost& cost) {
        EXPECT_GT(cost.seconds, 0);
        EXPECT_GE(cost.shares.management, 0);
        EXPECT_LE(cost.shares.management, 1);
        EXPECT_GE(cost.shares.waiting, 0);
        EXPECT_LE(cost.shares.waiting, 1);
        return Epoch{100, ++epochs < 20 ? 5U : 0U};
    });
    flow.run({100, 5});
    EXPECT_EQ(epochs, 20U);
}

TEST(Dataflow, EqualsTheTwinWhenItChoosesItself) {
    for (const std::size_t points : {1U, 3U, 100U, 5000U}) {
        for (unsigned workers = 1; workers <= 4; ++workers) {
            constexpr std::uint64_t steps = 700;
            Ring ring(points);
            PartitionController controller({.points = points, .workers = workers, .steps = steps});
            Dataflow flow(ring, workers, Order::fifo, [&](const EpochCost& cost) {
                controller.learn(cost);
                return controller.epoch();
            });
            flow.run(controller.epoch());
            EXPECT_TRUE(equals_twin(ring, steps)) << points << " points, " << workers << " workers";
        }
    }
}

TEST(Dataflow, AccountsForEveryTaskAndAllTime) {
    if (!detail::counting) GTEST_SKIP() << "built without counters";
    for (const unsigned workers : {1U, 2U, 4U}) {
        Ring ring(10'000);
        const RunTimes times = run_fixed(ring, 300, 40, workers);
        const Activity& sum = times.activity;
        EXPECT_EQ(sum.tasks, Cut(10'000, 300).partitions() * 40);
        EXPECT_EQ(sum.phases, sum.tasks);
        EXPECT_EQ(sum.pool_accesses - sum.pool_misses, sum.tasks);
        EXPECT_EQ(sum.task_time + sum.wait_time + sum.management_time(), sum.total_time);
        EXPECT_GT(sum.task_time, 0U);
        EXPECT_LE(static_cast<double>(sum.total_time) * 1e-9, workers * times.seconds);
        EXPECT_LE(times.steals_won, times.steals_tried);
        if (workers == 1) {
            EXPECT_EQ(times.steals_tried, 0U);
        }
    }
}

// Of two workers, whoever finds nothing of its own looks at the other's pool once: so many misses there are without
// those of idle workers around. A second worker that comes when all is done has none; one run of many will do.
TEST(Dataflow, CountsTheLooksOfIdleWorkersAround) {
    if (!detail::counting) GTEST_SKIP() << "built without counters";
    for (int run = 0; run < 1000; ++run) {
        Ring ring(1000);
        const RunTimes times = run_fixed(ring, 1000, 50, 2);
        const std::uint64_t others = 2 * times.steals_tried - times.steals_won;
        ASSERT_GE(times.activity.pool_misses, others);
        if (times.activity.pool_misses > others) return;
    }
    FAIL() << "one task at a time, and nobody ever starved";
}

}  // namespace
}  // namespace scrump::heat

// The experiment on simulated nodes of the paper, where counts and times are the same each time.

#include <scrump/base/error.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "heat/experiment.hpp"

namespace scrump::heat {
namespace {

constexpr const SimulatedNode& haswell = simulated_nodes[0];
constexpr const SimulatedNode& xeon_phi = simulated_nodes[1];

Settings on(const SimulatedNode& node, unsigned workers, std::size_t points, std::size_t partition,
            std::uint64_t steps) {
    return {.points = points, .partition = partition, .steps = steps, .workers = workers, .node = &node};
}

TEST(SimulatedNode, WorkersShareTheMemory) {
    EXPECT_EQ(haswell.task_ns(1'000'000, 1), 1'300'000U);                            // section IV-C
    EXPECT_NEAR(static_cast<double>(haswell.task_ns(1'000'000, 28)), 9.576e6, 1e3);  // 28 of them in 1.71 s / 5000
    EXPECT_EQ(xeon_phi.task_ns(1'000'000, 60), 50'000'000U);
}

TEST(SimulatedNode, TheSameRunIsTheSame) {
    const Settings settings = on(haswell, 28, 1'000'000, 5000, 5);
    const RunTimes one = simulate(settings).times;
    const RunTimes other = simulate(settings).times;
    EXPECT_EQ(one.seconds, other.seconds);
    EXPECT_EQ(one.activity, other.activity);
    EXPECT_EQ(one.activity.tasks, detail::counting ? 1000U : 0U);
}

TEST(SimulatedNode, HasTheWorkersOfItsCores) {
    EXPECT_THROW(simulate(on(haswell, 29, 1000, 100, 1)), UsageError);
}

TEST(SimulatedNode, AdaptsItsPartitions) {
    Settings settings = on(haswell, 8, 1'000'000, 0, 200);
    settings.mode = Mode::adaptive;
    const Outcome outcome = simulate(settings);
    EXPECT_GT(outcome.partition, 0U);
    EXPECT_LE(outcome.partition, 1'000'000U / 8);
}

// Section I-B: the scheduler looks for work for as long as there is none.
TEST(SimulatedNode, IdleWorkersLookOnForAsLongAsTheyStarve) {
    if (!detail::counting) GTEST_SKIP() << "built without counters";
    // One task at a time: one of two workers starves.
    const RunTimes times = simulate(on(haswell, 2, 1'000'000, 1'000'000, 5)).times;
    const double looks = static_cast<double>(times.activity.wait_time) / SimulatedMachine().costs.look;
    EXPECT_GT(looks, 5 * 0.9 * 1.3e6 / SimulatedMachine().costs.look);
    EXPECT_NEAR(static_cast<double>(times.activity.pool_misses), looks, 0.1 * looks);
}

// Section IV-E, figures 9 and 10: accesses are many where tasks are small, and where workers starve.
TEST(SimulatedNode, TheFewestAccessesPickAPartitionWithinThePapersToleranceOfTheBest) {
    if (!detail::counting) GTEST_SKIP() << "built without counters";
    struct Measured {
        std::size_t partition;
        double seconds;
        std::uint64_t accesses;
    };
    constexpr std::size_t points = 10'000'000;
    for (const auto& [node, workers] : {std::pair{&haswell, 8U}, std::pair{&haswell, 28U}, std::pair{&xeon_phi, 60U}}) {
        SCOPED_TRACE(::testing::Message() << node->name << ", " << workers << " workers");
        std::vector<Measured> all;
        for (const std::size_t partition :
             {std::size_t{160}, std::size_t{1000}, std::size_t{5000}, std::size_t{12'500}, std::size_t{31'250},
              std::size_t{78'125}, std::size_t{400'000}, std::size_t{1'000'000}, points}) {
            const RunTimes times = simulate(on(*node, workers, points, partition, 3)).times;
            all.push_back({partition, times.seconds, times.activity.pool_accesses});
        }
        const auto picked = std::ranges::min_element(all, {}, &Measured::accesses);
        const auto best = std::ranges::min_element(all, {}, &Measured::seconds);
        EXPECT_LE(picked->seconds, 1.13 * best->seconds) << picked->partition << " instead of " << best->partition;
        EXPECT_GT(all.front().accesses, picked->accesses);
        EXPECT_GT(all.back().accesses, 2 * picked->accesses);
        EXPECT_GT(all.back().seconds, 1.5 * best->seconds);
    }
}

}  // namespace
}  // namespace scrump::heat

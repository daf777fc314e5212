// What techniques are told of a loop.

#include "../src/loops/loop_shape.hpp"

#include <scrump/loops/history.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace scrump::detail {
namespace {

// Two workers, the first one twice as fast: iterations take 1.5 s on average, and a second is waited for each chunk.
LoopHistory history() {
    LoopStatistics run;
    for (const double each : {1.0, 2.0}) {
        WorkerShare share;
        share.progress.finish(10, 9 * each, 9 * each);
        share.progress.finish(10, 11 * each, 11 * each);
        share.finished = share.progress.time + 2;
        run.shares.push_back(share);
    }
    LoopHistory learned;
    learned.learn(run);
    return learned;
}

TEST(LoopShape, TakesFromTheHistoryWhatIsNotGiven) {
    LoopHistory learned = history();
    ASSERT_EQ(learned.costs().mean, 1.5);
    ASSERT_GT(learned.costs().sigma, 0);
    ASSERT_EQ(learned.costs().overhead, 1);
    LoopOptions options{.costs = {.overhead = 0.5}, .history = &learned};
    EXPECT_EQ(known_costs(options), (IterationCosts{.mean = 1.5, .sigma = learned.costs().sigma, .overhead = 0.5}));
    options.costs = {.mean = 7, .sigma = 8};
    EXPECT_EQ(known_costs(options), (IterationCosts{.mean = 7, .sigma = 8, .overhead = 1}));
    options.costs = {};
    EXPECT_EQ(known_costs(options), learned.costs());
}

TEST(LoopShape, OfTheFirstRunIsWhatIsGiven) {
    LoopHistory nothing;
    const LoopOptions options{.costs = {.sigma = 3}, .history = &nothing};
    EXPECT_EQ(known_costs(options), options.costs);
}

TEST(LoopShape, HasLearnedWeightsForAwfAlone) {
    LoopHistory learned = history();
    const LoopOptions options{.weights = {1, 1}, .history = &learned};
    EXPECT_EQ(shape_for(Technique::parse("wf"), options, 10, 2).weights, (std::vector<double>{1, 1}));
    const std::vector<double> weights = shape_for(Technique::parse("awf"), options, 10, 2).weights;
    ASSERT_EQ(weights.size(), 2U);
    EXPECT_NEAR(weights[0] / weights[1], 2, 1e-9);
}

}  // namespace
}  // namespace scrump::detail

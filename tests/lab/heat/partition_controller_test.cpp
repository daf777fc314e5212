#include "heat/partition_controller.hpp"

#include <scrump/base/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "heat/ring.hpp"

namespace scrump::heat {
namespace {

// A machine on numbers. A task costs a constant to manage; a point takes longer the further the partitions that a
// worker has in its hands exceed its cache; every epoch begins with cold memory; and in each step the last tasks leave
// workers idle.
struct Machine {
    double manage = 200e-9;
    double point = 0.35e-9;
    double slow = 0.08;       // how much longer a point takes for each octave beyond the cache, up to four
    double window = 131'072;  // points in the cache
    double cold = 0.25e-9;    // for each point once an epoch, and octave in which all of them exceed the cache
    double noise = 0;
    std::size_t points = 1'000'000;
    unsigned workers = 2;

    EpochCost cost(const Epoch& epoch) const {
        const Cut cut(points, epoch.partition);
        const auto partitions = static_cast<double>(cut.partitions());
        const double size = static_cast<double>(points) / partitions;
        const double steps = static_cast<double>(epoch.steps);
        const double share = static_cast<double>(points) / workers;
        const auto octaves = [&](double in_hands) { return std::clamp(std::log2(in_hands / window), 0.0, 4.0); };
        const double task = size * point * (1 + slow * octaves(std::min(size * steps, share)));
        const double rounds = std::ceil(partitions / workers);
        const double busy = partitions * (task + manage);
        const double step = rounds * (task + manage);
        const double chill = cold * share * octaves(share);
        const double all = workers * (step * steps + chill);
        return {.shares = {.management = partitions * manage * steps / all,
                           .waiting = (workers * step - busy) * steps / all},
                .seconds = step * steps + chill};
    }
};

struct Trial {
    double seconds = 0;
    std::vector<Epoch> epochs;
};

Trial run_adaptive(const Machine& machine, std::uint64_t steps, std::size_t first = 0) {
    PartitionController controller(
        {.points = machine.points, .workers = machine.workers, .steps = steps, .first = first, .cache = 2 << 20});
    Trial run;
    SplitMix64 random(1);
    Machine rehearsal = machine;
    rehearsal.points = controller.rehearsal_points();
    if (controller.rehearsals() > 0) controller.learn_rehearsal(rehearsal.cost(controller.rehearsal()).shares);
    while (controller.epoch().steps > 0) {
        run.epochs.push_back(controller.epoch());
        EpochCost cost = machine.cost(controller.epoch());
        run.seconds += cost.seconds;  // what disturbs the measurement does not disturb the run
        cost.seconds *= 1 + machine.noise * (random.unit() - 0.5);
        controller.learn(cost);
    }
    return run;
}

double best_fixed(const Machine& machine, std::uint64_t steps) {
    double best = machine.cost({machine.points, steps}).seconds;
    for (double size = 100; size < static_cast<double>(machine.points); size *= 1.2)
        best = std::min(best, machine.cost({static_cast<std::size_t>(size), steps}).seconds);
    return best;
}

std::uint64_t steps_of(const Trial& run) {
    std::uint64_t steps = 0;
    for (const Epoch& epoch : run.epochs) steps += epoch.steps;
    return steps;
}

TEST(PartitionController, DoesAllStepsAndNoMore) {
    for (const std::size_t points : {1U, 2U, 50U, 100'000U}) {
        for (const std::uint64_t steps : {1U, 2U, 3U, 5U, 17U, 50U, 333U, 5000U, 100'000U}) {
            for (const unsigned workers : {1U, 2U, 64U}) {
                Machine machine;
                machine.points = points;
                machine.workers = workers;
                const Trial run = run_adaptive(machine, steps);
                EXPECT_EQ(steps_of(run), steps);
                for (const Epoch& epoch : run.epochs) {
                    EXPECT_GE(epoch.partition, 1U);
                    EXPECT_LE(epoch.partition, points);
                }
            }
        }
    }
}

TEST(PartitionController, NeverAsksForSmallerPartitionsThanItSaid) {
    Machine machine;
    machine.manage = 0;
    const PartitionController controller({.points = machine.points, .workers = 2, .steps = 10'000, .first = 1});
    for (const Epoch& epoch : run_adaptive(machine, 10'000, 1).epochs) EXPECT_GE(epoch.partition, controller.least());
}

TEST(PartitionController, ComesCloseToTheBestFixedPartitionLearningIncluded) {
    for (const double noise : {0.0, 0.05}) {
        for (const auto& [points, steps] : {std::pair(100'000U, 5000U), {1'000'000U, 500U}, {10'000'000U, 50U}}) {
            Machine machine;
            machine.points = points;
            machine.noise = noise;
            EXPECT_LT(run_adaptive(machine, steps).seconds, 1.08 * best_fixed(machine, steps))
                << points << " points, noise " << noise;
        }
    }
}

TEST(PartitionController, FindsWhatAnotherMachineNeeds) {
    Machine slow;  // management a hundred times as expensive
    slow.manage = 20e-6;
    slow.points = 10'000'000;
    Machine small;  // a small cache, and a steep way out of it
    small.window = 20'000;
    small.slow = 0.2;
    Machine many;
    many.workers = 28;
    many.points = 10'000'000;
    for (const Machine& machine : {slow, small, many})
        EXPECT_LT(run_adaptive(machine, 5000).seconds, 1.15 * best_fixed(machine, 5000)) << machine.manage;
}

TEST(PartitionController, RecoversFromABadFirstGuess) {
    const Machine machine;
    const double best = best_fixed(machine, 2000);
    for (const std::size_t first : {1U, 160U, 250'000U, 1'000'000U})
        EXPECT_LT(run_adaptive(machine, 2000, first).seconds, 1.15 * best) << first;
}

TEST(PartitionController, SpendsFewStepsOnLooking) {
    const Machine machine;
    for (const std::uint64_t steps : {50U, 500U, 5000U}) {
        const Trial run = run_adaptive(machine, steps);
        std::uint64_t longest = 0;
        for (const Epoch& epoch : run.epochs) longest = std::max(longest, epoch.steps);
        EXPECT_GE(longest, steps / 4);
        EXPECT_LE(run.epochs.size(), 20U);
    }
}

TEST(PartitionController, ARehearsalCorrectsTheGuess) {
    PartitionController controller({.points = 10'000'000, .workers = 2, .steps = 50, .first = 2000});
    ASSERT_GT(controller.rehearsals(), 0U);
    EXPECT_LT(controller.rehearsal_points(), 100'000U);
    controller.learn_rehearsal({.management = 0.5, .waiting = 0});
    EXPECT_GT(controller.epoch().partition, 8000U);
    EXPECT_EQ(controller.epoch().steps, 50U);
}

TEST(PartitionController, AShortRunIsNotRehearsed) {
    EXPECT_EQ(PartitionController({.points = 100'000, .workers = 2, .steps = 50}).rehearsals(), 0U);
    EXPECT_LE(PartitionController({.points = 1000, .workers = 2, .steps = 1, .first = 1000}).rehearsal_points(), 1000U);
}

TEST(PartitionController, WaitingThatTasksCannotHaveCausedChangesNothing) {
    PartitionController controller({.points = 10'000'000, .workers = 2, .steps = 500});
    const std::size_t first = controller.epoch().partition;
    controller.learn({.shares = {.management = 0.02, .waiting = 0.5}, .seconds = 1});
    EXPECT_EQ(controller.epoch().partition, first);
}

}  // namespace
}  // namespace scrump::heat

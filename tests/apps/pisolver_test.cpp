#include <apps/pisolver/pisolver.hpp>

#include "support.hpp"

#include <scrump/base/error.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stop_token>
#include <vector>

namespace scrump::apps {
namespace {

constexpr double rounded = 1 + 1e-9;  // of a mean
const PisolverOptions few{.loop = {.iterations = 601, .workload = 20, .imbalance = 0.4}, .steps = 4};

TEST(Pisolver, FindsWhatIsFoundByHandInEachStep) {
    for (const Way& way : ways()) {
        for (const bool home : {true, false}) {
            LoopOptions loop = way.loop;
            loop.stealing.results_go_home = home;
            const PisolverResult by_hand = pisolver_by_hand(few, loop.localities);
            const PisolverResult result = run_pisolver(few, loop);
            EXPECT_EQ(result.status, Status::complete);
            ASSERT_EQ(result.steps.size(), 4U) << way.name;
            for (std::size_t step = 0; step < 4; ++step)
                EXPECT_NEAR(result.steps[step], by_hand.steps[step], 1e-12) << way.name;
            EXPECT_NEAR(result.pi(), std::numbers::pi, 0.01);
            EXPECT_EQ(result.loops.loops, 4U);
            EXPECT_EQ(result.loops.iterations, 4U * 601);
        }
    }
}

// The same loads, other workloads.
TEST(Pisolver, EachStepDrawsWorkloadsOfItsOwnForTheSameLoads) {
    ImbalanceOptions loop{.iterations = 3000, .workload = 1000, .imbalance = 0.4};
    const std::vector<double> loads = part_loads(loop, 3);
    const auto first = workloads(loop, 1, 3);
    loop.step = 1;
    EXPECT_EQ(part_loads(loop, 3), loads);
    const auto second = workloads(loop, 1, 3);
    EXPECT_NE(first, second);
    for (const auto& each : {first, second}) {
        double sum = 0;
        for (const std::int64_t terms : each) sum += static_cast<double>(terms);
        EXPECT_NEAR(sum / 1000, 750 * loads[1], 20);
    }
    // Nor do those of a step repeat those of another part.
    loop.step = 0;
    EXPECT_NE(second, workloads(loop, 2, 3));
    const PisolverResult steps = pisolver_by_hand(few, 3);
    EXPECT_NE(steps.steps[0], steps.steps[1]);
}

// On a simulated machine times are exact: what each step cost, and that all of them cost as much as their loops.
TEST(Pisolver, TellsWhatEachStepCost) {
    SimulatedMachine machine = SimulatedMachine::named("infiniband");
    machine.hosts = 3;
    machine.workers = 1;
    machine.costs.node = 1000;
    const PisolverOptions options{.loop = {.iterations = 900, .workload = 100, .imbalance = 0.4}, .steps = 5};
    for (const char* const order : {"decentralised", "coordinator", "off"}) {
        std::vector<PisolverResult> results(3);
        const Simulation done = simulate(machine, [&](Session& session) {
            LoopOptions loop{.session = &session};
            loop.stealing.order = StealOrder::parse(order);
            results[session.self()] = run_pisolver(options, loop);
            return 0;
        });
        ASSERT_EQ(done.status(), 0);
        const PisolverResult& first = results.front();
        for (const PisolverResult& each : results) EXPECT_EQ(each.steps, first.steps);
        EXPECT_EQ(first.costs.size(), 5U);
        LoopTransfers sum;
        double seconds = 0;
        for (const StepCost& step : first.costs) {
            EXPECT_EQ(step.iterations, 900U);
            EXPECT_NEAR(step.cost, 3 * step.seconds, 1e-12);
            EXPECT_GE(step.imbalance, 1);
            EXPECT_EQ(step.transfers.own, 900U);
            seconds += step.seconds;
            sum += step.transfers;
        }
        EXPECT_NEAR(seconds, first.loops.seconds, 1e-9);
        EXPECT_EQ(sum.won, first.loops.all_transfers().won);
        EXPECT_EQ(sum.send_max, first.loops.all_transfers().send_max);
        const double handing_over = machine.costs.send * 1e-9;
        if (order == std::string("off")) {
            EXPECT_GT(first.costs[0].imbalance, 1.1) << "the loads differ";
            EXPECT_EQ(sum.sent, 0U);
            continue;
        }
        EXPECT_LT(first.costs[0].imbalance, 1.1) << "what is left over is stolen";
        EXPECT_GT(sum.sent, 0U);
        EXPECT_GE(sum.send_min, handing_over);
        EXPECT_GE(sum.receive_min, machine.costs.receive * 1e-9);
        EXPECT_LE(sum.send_min, sum.send_mean() * rounded);
        EXPECT_LE(sum.send_mean(), sum.send_max * rounded);
        EXPECT_LT(sum.send_max, seconds);
        EXPECT_LT(sum.receive_max, seconds);
    }
}

TEST(Pisolver, EndsWithTheLastStepThatWasComplete) {
    std::stop_source source;
    PisolverOptions options = few;
    options.steps = 1000;
    LoopOptions loop{.workers = 1, .pin = false, .stop = source.get_token()};
    unsigned told = 0;
    const PisolverResult result = run_pisolver(options, loop, [&](double) {
        if (++told == 3) source.request_stop();
    });
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.steps.size(), 3U);
    EXPECT_EQ(result.costs.size(), 3U);
    EXPECT_EQ(result.loops.loops, 4U);
}

TEST(Pisolver, SaysWhatIsWrong) {
    EXPECT_THROW(run_pisolver({.loop = {.imbalance = 0.6}, .steps = 0}, {}), UsageError);
    EXPECT_THROW(pisolver_by_hand({.loop = {.workload = 0}}, 1), UsageError);
    EXPECT_EQ(run_pisolver({.steps = 0}, {}).pi(), 0);
    EXPECT_EQ(run_pisolver({.loop = {.iterations = 0}, .steps = 2}, {.workers = 1, .pin = false}).steps,
              (std::vector<double>{0, 0}));
    EXPECT_EQ(pisolver_by_hand({.loop = {.iterations = 0}, .steps = 2}, 2).pi(), 0);
}

}  // namespace
}  // namespace scrump::apps

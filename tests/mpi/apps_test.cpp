// Applications that several processes run together, against what they are by ordinary loops.

#include "session.hpp"

#include <apps/amr/amr.hpp>
#include <apps/julia/julia.hpp>
#include <apps/pisolver/pisolver.hpp>
#include <apps/sedov/sedov.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::test {
namespace {

LoopOptions of_all_processes(const char* technique) {
    return {.technique = Technique::parse(technique), .workers = 2, .session = &session(), .pin = false};
}

TEST(MpiApps, ABlastIsTheSameInAllProcesses) {
    for (const char* const technique : {"fac2", "ss", "static"}) {
        for (const unsigned side : {1U, 9U}) {
            const apps::SedovOptions options{.side = side, .steps = 5};
            LoopOptions loop = of_all_processes(technique);
            loop.stealing.checked = true;
            const apps::SedovResult result = run_sedov(options, loop);
            const apps::SedovResult serial = run_sedov_serial(options);
            EXPECT_EQ(result.status, Status::complete);
            EXPECT_EQ(result.steps, serial.steps) << technique;
            EXPECT_EQ(result.positions, serial.positions) << technique;
            EXPECT_EQ(result.densities, serial.densities) << technique;
            EXPECT_EQ(result.loops.loops, 12U);
            EXPECT_EQ(result.loops.iterations, std::uint64_t{12} * side * side * side);
            EXPECT_EQ(result.loops.transfers.size(), session().size());
        }
    }
}

constexpr double rounded = 1 + 1e-9;  // of a mean

TEST(MpiApps, PisolverFindsTheSameInAllProcesses) {
    const apps::PisolverOptions options{.loop = {.iterations = 3001, .workload = 50, .imbalance = 0.4}, .steps = 3};
    const apps::PisolverResult by_hand = pisolver_by_hand(options, session().size());
    for (const char* const technique : {"fac2", "ss", "static"}) {
        for (const bool home : {true, false}) {
            for (const char* const order : {"decentralised", "coordinator", "off"}) {
                LoopOptions loop = of_all_processes(technique);
                loop.stealing = {.order = StealOrder::parse(order), .results_go_home = home, .checked = true};
                const apps::PisolverResult result = run_pisolver(options, loop);
                EXPECT_EQ(result.status, Status::complete);
                ASSERT_EQ(result.steps.size(), 3U);
                for (std::size_t step = 0; step < 3; ++step)
                    EXPECT_NEAR(result.steps[step], by_hand.steps[step], 1e-12) << technique << order;
                ASSERT_EQ(result.costs.size(), 3U);
                for (const apps::StepCost& step : result.costs) {
                    EXPECT_EQ(step.iterations, 3001U);
                    EXPECT_EQ(step.transfers.own, 3001U);
                    EXPECT_EQ(step.transfers.sent, step.transfers.won) << "what was sent arrived";
                    EXPECT_LE(step.transfers.send_min, step.transfers.send_mean() * rounded);
                    EXPECT_LE(step.transfers.receive_mean(), step.transfers.receive_max * rounded);
                    EXPECT_LT(step.transfers.receive_max, 3600) << "since it began to arrive";
                    EXPECT_EQ(step.transfers.receive_max > 0, step.transfers.won > 0);
                }
            }
        }
    }
}

// Each process has slices along one of the axes; those that are stolen lie scattered in its memory, or together.
TEST(MpiApps, AVolumeIsTheSameInAllProcessesAlongEveryAxis) {
    for (unsigned axis = 0; axis < 3; ++axis) {
        const apps::JuliaOptions options{.side = 21, .steps = 300, .axis = axis};
        const std::vector<std::uint16_t> right = julia_by_hand(options);
        for (const char* const technique : {"fac2", "ss", "static"}) {
            for (const bool home : {true, false}) {
                LoopOptions loop = of_all_processes(technique);
                loop.stealing = {.results_go_home = home, .checked = true};
                const apps::JuliaResult result = run_julia(options, loop);
                EXPECT_EQ(result.status, Status::complete);
                EXPECT_EQ(result.cells, right) << technique << ", axis " << axis;
                EXPECT_EQ(result.statistics.iterations, 21U);
                EXPECT_EQ(result.statistics.transfers.size(), session().size());
            }
        }
    }
}

TEST(MpiApps, AnAdaptiveMeshIsTheSameInAllProcesses) {
    const apps::AmrOptions options{.block = 4, .steps = 8, .growth = 0.05};
    const apps::AmrResult serial = run_amr_serial(options);
    for (const char* const technique : {"fac2", "ss", "static"}) {
        const apps::AmrResult result = run_amr(options, of_all_processes(technique));
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(result.steps, serial.steps) << technique;
        EXPECT_EQ(result.plane.heat, serial.plane.heat) << technique;
        EXPECT_EQ(result.loops.loops, session().size() > 1 ? 8U : 16U);
    }
}

}  // namespace
}  // namespace scrump::test

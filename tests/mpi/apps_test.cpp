// Applications that several processes run together, against what they are by ordinary loops.

#include "session.hpp"

#include <apps/amr/amr.hpp>
#include <apps/sedov/sedov.hpp>

#include <gtest/gtest.h>

#include <cstdint>

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

// The Sedov blast against what is known of it, and in parallel against what it is by ordinary loops.

#include <apps/sedov/cells.hpp>
#include <apps/sedov/neighbourhood.hpp>
#include <apps/sedov/sedov.hpp>
#include <scrump/base/error.hpp>
#include <scrump/simulation.hpp>

#include "support.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stop_token>
#include <vector>

namespace scrump::apps {
namespace {

void expect_same(const SedovResult& one, const SedovResult& other, const std::string& how) {
    EXPECT_EQ(one.status, other.status) << how;
    EXPECT_EQ(one.steps, other.steps) << how;
    EXPECT_EQ(one.positions, other.positions) << how;
    EXPECT_EQ(one.densities, other.densities) << how;
}

TEST(Sedov, IsTheSameToTheLastBitHoweverItIsRun) {
    const unsigned side = test::sanitized ? 5 : 9;
    const SedovOptions options{.side = side, .steps = 8};
    const SedovResult serial = run_sedov_serial(options);
    EXPECT_EQ(serial.steps.size(), 8U);
    EXPECT_EQ(serial.loops.loops, 0U);
    for (const Way& way : ways()) {
        const SedovResult result = run_sedov(options, way.loop);
        expect_same(result, serial, way.name);
        EXPECT_EQ(result.loops.loops, 18U) << way.name;
        EXPECT_EQ(result.loops.iterations, 18U * side * side * side) << way.name;
        // The first step looks around before it, too.
        ASSERT_EQ(result.costs.size(), serial.steps.size()) << way.name;
        EXPECT_EQ(result.costs.front().iterations, 4U * side * side * side) << way.name;
        EXPECT_EQ(result.costs.back().iterations, 2U * side * side * side) << way.name;
    }
}

// Results go home even if loops are told to keep them with thieves.
TEST(Sedov, ParticlesOfOthersAreStolen) {
    const SedovOptions options{.side = 10, .steps = 10};
    LoopOptions loop{.workers = 1, .localities = 3, .pin = false, .stealing = {.results_go_home = false}};
    const SedovResult serial = run_sedov_serial(options);
    EXPECT_TRUE(steals([&] { return run_sedov(options, loop); },
                       [&](const SedovResult& result) { expect_same(result, serial, "stolen"); }));
    loop.stealing.order = StealOrder::parse("off");
    const SedovResult kept = run_sedov(options, loop);
    EXPECT_EQ(kept.loops.stolen(), 0U);
    expect_same(kept, serial, "not stolen");
    loop.localities = 20;
    const SedovOptions few{.side = 2, .steps = 2};
    expect_same(run_sedov(few, loop), run_sedov_serial(few), "more localities than particles");
    loop.localities = 0;
    expect_same(run_sedov(few, loop), run_sedov_serial(few), "no localities, as one");
}

// Each process has its own particles and ghosts of others, and thieves get both: the slow host's are stolen.
TEST(Sedov, ProcessesHavePartsOfTheParticlesAndStealThem) {
    const SedovOptions options{.side = 9, .steps = 4};
    const SedovResult serial = run_sedov_serial(options);
    for (const char* const order : {"decentralised", "coordinator"}) {
        for (const unsigned hosts : {2U, 3U, 5U}) {
            SimulatedMachine machine = SimulatedMachine::named("infiniband");
            machine.hosts = hosts;
            machine.costs.node = 20'000;
            machine.speeds = {1, 1, 0.3};
            machine.speeds.resize(std::min<std::size_t>(hosts, 3));
            machine.speeds.back() = 0.3;
            std::vector<SedovResult> results(hosts);
            const Simulation done = simulate(machine, [&](Session& session) {
                const LoopOptions loop{.session = &session,
                                       .stealing = {.order = StealOrder::parse(order), .checked = true}};
                results[session.self()] = run_sedov(options, loop);
                return 0;
            });
            ASSERT_EQ(done.status(), 0);
            for (const SedovResult& each : results) expect_same(each, serial, order);
            const LoopStatistics& loops = results.front().loops;
            EXPECT_EQ(loops.loops, 10U);
            EXPECT_EQ(loops.iterations, 10U * 9 * 9 * 9);
            ASSERT_EQ(loops.transfers.size(), hosts);
            std::uint64_t bytes = 0;
            for (const LoopTransfers& each : loops.transfers) {
                EXPECT_LT(each.own, 10U * 9 * 9 * 9 * 2 / hosts) << "its own part alone";
                EXPECT_GT(each.own, 0U);
                bytes += each.bytes;
            }
            EXPECT_GT(loops.stolen(), 0U) << order << hosts;
            EXPECT_GT(bytes, loops.stolen() * sizeof(Seen)) << "particles come with ghosts";
        }
    }
}

TEST(Sedov, MoreProcessesThanBlocksOfParticles) {
    const SedovOptions options{.side = 2, .steps = 3};
    const SedovResult serial = run_sedov_serial(options);
    SimulatedMachine machine = SimulatedMachine::named("infiniband");
    machine.hosts = 4;
    simulate(machine, [&](Session& session) {
        expect_same(run_sedov(options, {.session = &session}), serial, "few particles");
        return 0;
    });
}

// With two particles along each side, all are hot and fly apart at once.
TEST(Sedov, EnergyAndMomentumAreConserved) {
    for (const unsigned side : {1U, 2U, 9U, 14U}) {
        if (test::sanitized && side > 2) continue;
        const SedovOptions options{.side = side, .steps = 60, .energy = 2};
        const SedovResult result = run_sedov_serial(options);
        ASSERT_EQ(result.steps.size(), 60U);
        for (const SedovStep& step : result.steps) {
            EXPECT_NEAR(step.energy / 2, 1, side == 2 ? 0.01 : 0.002) << side << " " << step.time;
            for (const double each : step.momentum) EXPECT_NEAR(each, 0, 1e-12) << side << " " << step.time;
        }
    }
}

// Densities are masses in volumes: where all is at rest the same everywhere within, and the cube's, but for what the
// kernel's few places differ from its integral.
TEST(Sedov, DensitiesAtRestAreThoseOfTheCube) {
    for (const unsigned side : {10U, 13U}) {
        const SedovResult result = run_sedov_serial({.side = side, .steps = 1, .energy = 1e-6, .courant = 1e-3});
        ASSERT_EQ(result.positions.size(), std::size_t{side} * side * side);
        std::size_t within = 0;
        for (std::size_t i = 0; i < result.positions.size(); ++i) {
            if (!std::ranges::all_of(result.positions[i], [&](double along) { return std::abs(along - 0.5) < 0.2; }))
                continue;
            EXPECT_NEAR(result.densities[i], 1, 0.01);
            ++within;
        }
        EXPECT_GT(within, 50U);
    }
}

// Nothing gets lost: particles fill space as their densities say.
TEST(Sedov, VolumesOfParticlesAddUpToTheCube) {
    if (test::sanitized) GTEST_SKIP() << "computes for long what smaller cubes do, too";
    const SedovResult result = run_sedov_serial({.side = 16, .steps = 60});
    double before = 0;
    double after = 0;
    const SedovResult rest = run_sedov_serial({.side = 16, .steps = 1, .energy = 1e-6, .courant = 1e-3});
    for (std::size_t i = 0; i < result.densities.size(); ++i) {
        after += 1 / result.densities[i];
        before += 1 / rest.densities[i];
    }
    EXPECT_NEAR(after / before, 1, 0.1);
    EXPECT_GT(std::ranges::max(result.densities), 1.2);  // swept up by the shock
    EXPECT_LT(std::ranges::min(result.densities), 0.5);  // and missing behind it
}

// R = 1.152 (E t² / ρ)^(1/5) for a gas of 5/3.
TEST(Sedov, TheShockGrowsAsTheTimeToThePowerOfTwoFifths) {
    if (test::sanitized) GTEST_SKIP() << "computes for long what smaller cubes do, too";
    const SedovResult result = run_sedov_serial({.side = 20, .steps = 90});
    double times = 0;
    double radii = 0;
    double squares = 0;
    double products = 0;
    double count = 0;
    for (const SedovStep& step : result.steps) {
        if (step.time < 0.01 || step.time > 0.05) continue;  // formed, and not at the faces yet
        EXPECT_NEAR(step.shock_radius / (1.152 * std::pow(step.time, 0.4)), 1, 0.1) << step.time;
        const double t = std::log(step.time);
        const double r = std::log(step.shock_radius);
        times += t;
        radii += r;
        squares += t * t;
        products += t * r;
        ++count;
    }
    ASSERT_GT(count, 30);
    const double power = (products - times * radii / count) / (squares - times * times / count);
    EXPECT_NEAR(power, 0.4, 0.06);
}

TEST(Sedov, TheBlastIsTheSameFromAllSides) {
    const SedovResult result = run_sedov_serial({.side = 8, .steps = 30});
    for (std::size_t i = 0; i < result.positions.size(); ++i) {
        const Vector& one = result.positions[i];
        const Vector& other = result.positions[result.positions.size() - 1 - i];
        for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(one[axis] + other[axis], 1, 1e-9);
    }
}

TEST(Sedov, NothingHappensInNoSteps) {
    const SedovResult result = run_sedov({.side = 3, .steps = 0}, {.workers = 1, .pin = false});
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_TRUE(result.steps.empty());
    EXPECT_EQ(result.loops.loops, 0U);
    EXPECT_EQ(result.positions.size(), 27U);
    EXPECT_DOUBLE_EQ(result.positions.front()[0], 0.5 / 3);
}

TEST(Sedov, EndsWithTheLastStepThatWasComplete) {
    std::stop_source source;
    source.request_stop();
    const SedovResult result = run_sedov({.side = 10}, {.workers = 1, .pin = false, .stop = source.get_token()});
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_TRUE(result.steps.empty());
}

TEST(Sedov, SaysWhatItCannotDo) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (const SedovOptions& options :
         {SedovOptions{.side = 0}, SedovOptions{.side = 257}, SedovOptions{.energy = 0}, SedovOptions{.energy = none},
          SedovOptions{.gamma = 1}, SedovOptions{.reach = 0}, SedovOptions{.reach = 5}, SedovOptions{.viscosity = -1},
          SedovOptions{.courant = 0}, SedovOptions{.courant = 2}, SedovOptions{.cold = 0}}) {
        EXPECT_THROW(run_sedov_serial(options), UsageError);
        EXPECT_THROW(run_sedov(options, {.workers = 1, .pin = false}), UsageError);
    }
    EXPECT_THROW(run_sedov({.side = 2}, {.workers = 100'000, .pin = false}), UsageError);
}

TEST(Cells, FindAllThatIsNearAndNothingTwice) {
    std::vector<Vector> places;
    for (unsigned i = 0; i < 200; ++i)  // some of them outside
        places.push_back(
            {std::fmod(i * 0.377, 1.4) - 0.2, std::fmod(i * 0.613, 1.4) - 0.2, std::fmod(i * 0.217, 1.4) - 0.2});
    for (const double width : {0.07, 0.26, 0.6, 3.0}) {
        Cells cells(width);
        cells.sort(places);
        for (const Vector& place : places) {
            std::vector<int> found(places.size());
            cells.for_each_near(place, [&](std::size_t j) { ++found[j]; });
            for (std::size_t j = 0; j < places.size(); ++j) {
                const double distance =
                    std::hypot(place[0] - places[j][0], place[1] - places[j][1], place[2] - places[j][2]);
                EXPECT_LE(found[j], 1);
                if (distance < width) {
                    EXPECT_EQ(found[j], 1) << width << " " << distance;
                }
            }
        }
    }
}

}  // namespace
}  // namespace scrump::apps

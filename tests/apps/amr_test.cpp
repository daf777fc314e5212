// The adaptive mesh: its tree, its ghost cells, and what it is in parallel against what it is by ordinary loops.

#include <apps/amr/amr.hpp>
#include <apps/amr/mesh.hpp>
#include <apps/amr/tree.hpp>
#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/simulation.hpp>

#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <stop_token>
#include <vector>

namespace scrump::apps {
namespace {

TEST(Amr, IsTheSameToTheLastBitHoweverItIsRun) {
    const AmrOptions options{.block = 4, .steps = 12, .growth = 0.05};
    const AmrResult serial = run_amr_serial(options);
    EXPECT_EQ(serial.steps.size(), 12U);
    EXPECT_EQ(serial.loops.loops, 0U);
    std::size_t blocks = 0;
    for (const AmrStep& step : serial.steps) blocks += step.blocks;
    for (const Way& way : ways()) {
        const AmrResult result = run_amr(options, way.loop);
        EXPECT_EQ(result.steps, serial.steps) << way.name;
        EXPECT_EQ(result.loops.loops, 24U) << way.name;
        EXPECT_EQ(result.loops.iterations, 2 * blocks) << way.name;
        ASSERT_EQ(result.costs.size(), 12U) << way.name;
        for (std::size_t step = 0; step < 12; ++step)
            EXPECT_EQ(result.costs[step].iterations, 2 * serial.steps[step].blocks) << way.name;
    }
}

// Results go home even if loops are told to keep them with thieves.
TEST(Amr, BlocksAreStolenAndComeHome) {
    const AmrOptions options{.steps = 10};
    LoopOptions loop{.workers = 1, .localities = 3, .pin = false, .stealing = {.results_go_home = false}};
    const AmrResult serial = run_amr_serial(options);
    EXPECT_TRUE(steals([&] { return run_amr(options, loop); },
                       [&](const AmrResult& result) { EXPECT_EQ(result.steps, serial.steps); }));
    loop.stealing.order = StealOrder::parse("off");
    EXPECT_EQ(run_amr(options, loop).loops.stolen(), 0U);
    loop.localities = 12;
    const AmrOptions few{.most_level = 1, .steps = 2};
    EXPECT_EQ(run_amr(few, loop).steps, run_amr_serial(few).steps);
    loop.localities = 0;  // as one
    EXPECT_EQ(run_amr(few, loop).steps, run_amr_serial(few).steps);
}

TEST(Amr, BlocksCrossedByTheSphereAreRefinedAndOthersCoarsened) {
    const AmrResult result = run_amr_serial({.block = 2, .steps = 46});
    ASSERT_EQ(result.steps.size(), 46U);
    // A sphere that touches the eight middle blocks only; one that is largest; one that is beyond the corners.
    EXPECT_EQ(result.steps[0].blocks, 120U);
    EXPECT_GT(result.steps[15].blocks, 400U);
    EXPECT_EQ(result.steps[45].blocks, 8U);
    EXPECT_DOUBLE_EQ(result.steps[45].radius, 1.0);
}

// Each process has its own blocks alone, and copies of others only while they are needed; the slow host's are stolen.
TEST(Amr, ProcessesHavePartsOfTheMeshAndStealThem) {
    const AmrOptions options{.block = 4, .steps = 12, .growth = 0.05};
    const AmrResult serial = run_amr_serial(options);
    for (const unsigned hosts : {2U, 3U, 9U}) {
        SimulatedMachine machine = SimulatedMachine::named("infiniband");
        machine.hosts = hosts;
        machine.costs.node = 100'000;
        machine.speeds = std::vector<double>(hosts, 1);
        machine.speeds.back() = 0.3;
        std::vector<AmrResult> results(hosts);
        const Simulation done = simulate(machine, [&](Session& session) {
            results[session.self()] = run_amr(options, {.session = &session, .stealing = {.checked = true}});
            return 0;
        });
        ASSERT_EQ(done.status(), 0);
        for (const AmrResult& each : results) {
            EXPECT_EQ(each.status, Status::complete);
            EXPECT_EQ(each.steps, serial.steps) << hosts;
            EXPECT_EQ(each.plane.heat, serial.plane.heat) << hosts;
            EXPECT_EQ(each.plane.blocks, serial.plane.blocks) << hosts;
        }
        EXPECT_EQ(results.front().loops.transfers.size(), hosts);
        EXPECT_GT(results.front().loops.stolen(), 0U) << hosts;
    }
}

// A part of the mesh needs the others' blocks only where it says so.
TEST(Mesh, KnowsWhichBlocksOthersHaveThatItNeeds) {
    const AmrOptions options{.block = 4, .least_level = 1, .most_level = 3, .first_radius = 0.3};
    Mesh whole(options);
    Mesh part(options, [](std::size_t blocks) { return Mesh::Range{blocks / 3, blocks / 2}; });
    const auto copy = [&](const std::vector<std::size_t>& needed) {
        for (const std::size_t block : needed) part.blocks()[block].cells = whole.blocks()[block].cells;
    };
    for (const double radius : {0.35, 0.45, 0.2}) {
        const std::vector<Cube> leaves = whole.leaves(radius);
        const Mesh::Range next = {leaves.size() / 3, leaves.size() / 2};
        copy(part.sources(std::span(leaves).subspan(next.first, next.last - next.first)));
        whole.adapt(leaves);
        part.adapt(leaves);
        copy(part.beside(part.own()));
        for (std::size_t block = 0; block < whole.blocks().size(); ++block) whole.fill_ghosts(block);
        const Mesh::Range own = part.own();
        for (std::size_t block = own.first; block < own.last; ++block) {
            part.fill_ghosts(block);
            EXPECT_EQ(part.blocks()[block].cells, whole.blocks()[block].cells) << block;
        }
        part.forget_others();
        std::size_t held = 0;
        for (const Block& block : part.blocks()) held += block.cells.empty() ? 0U : 1U;
        EXPECT_EQ(held, own.last - own.first);
    }
}

// Heat is conserved exactly where nothing is beyond a face that changes meanwhile: one sweep a step, and one level.
TEST(Amr, HeatIsConserved) {
    const AmrResult uniform = run_amr_serial({.least_level = 2, .most_level = 2, .steps = 30, .sweeps = 1});
    for (const AmrStep& step : uniform.steps) EXPECT_NEAR(step.heat / uniform.steps[0].heat, 1, 1e-12);
    const AmrResult result = run_amr_serial({.steps = 46});
    for (const AmrStep& step : result.steps) {
        EXPECT_NEAR(step.heat / result.steps[0].heat, 1, 0.05) << step.radius;
        EXPECT_GE(step.coldest, 0);
        EXPECT_LE(step.hottest, 1);
    }
    EXPECT_LT(result.steps[45].hottest, 0.2);
}

// The same by an array without blocks.
TEST(Amr, BlocksDoNotChangeWhatAUniformMeshIs) {
    const AmrResult result =
        run_amr_serial({.block = 4, .least_level = 2, .most_level = 2, .steps = 25, .sweeps = 1, .first_radius = 0.2});
    constexpr std::size_t n = 16;
    const auto at = [](std::size_t x, std::size_t y, std::size_t z) { return (x * n + y) * n + z; };
    std::vector<double> cells(n * n * n);
    const auto way = [](std::size_t along) { return (static_cast<double>(along) + 0.5) / n - 0.5; };
    for (std::size_t x = 0; x < n; ++x) {
        for (std::size_t y = 0; y < n; ++y) {
            for (std::size_t z = 0; z < n; ++z) cells[at(x, y, z)] = std::hypot(way(x), way(y), way(z)) <= 0.2 ? 1 : 0;
        }
    }
    const auto below = [](std::size_t along) { return along == 0 ? 0 : along - 1; };
    const auto above = [](std::size_t along) { return std::min(along + 1, n - 1); };
    for (const AmrStep& step : result.steps) {
        std::vector<double> next(cells.size());
        for (std::size_t x = 0; x < n; ++x) {
            for (std::size_t y = 0; y < n; ++y) {
                for (std::size_t z = 0; z < n; ++z)
                    next[at(x, y, z)] =
                        cells[at(x, y, z)] / 4 +
                        (cells[at(below(x), y, z)] + cells[at(above(x), y, z)] + cells[at(x, below(y), z)] +
                         cells[at(x, above(y), z)] + cells[at(x, y, below(z))] + cells[at(x, y, above(z))]) /
                            8;
            }
        }
        cells = next;
        EXPECT_NEAR(step.hottest, std::ranges::max(cells), 1e-12);
        EXPECT_NEAR(step.coldest, std::ranges::min(cells), 1e-12);
    }
}

// Neither refining nor coarsening changes what there is.
TEST(Mesh, AdaptingConservesHeat) {
    Mesh mesh({.block = 4, .least_level = 0, .most_level = 4, .first_radius = 0.3});
    const double heat = Mesh::state(0, mesh.sums()).heat;
    EXPECT_GT(heat, 0.1);
    std::set<std::size_t> counts;
    for (const double radius : {0.3, 0.05, 0.9, 0.4, 0.0, 0.7, 0.31}) {
        mesh.adapt(mesh.leaves(radius));
        counts.insert(mesh.blocks().size());
        EXPECT_NEAR(Mesh::state(0, mesh.sums()).heat, heat, 1e-12) << radius;
    }
    EXPECT_TRUE(counts.contains(1));
    EXPECT_EQ(counts.size(), 5U);
}

// Cells that say where they are, along one axis: so must ghost cells, by their middle, or that of the larger cell.
TEST(Mesh, GhostCellsSayWhatIsBeyondTheFaces) {
    constexpr std::size_t n = 4;
    for (unsigned axis = 0; axis < 3; ++axis) {
        Mesh mesh({.block = n, .least_level = 1, .most_level = 4, .first_radius = 0.3});
        const auto each_cell = [&](const auto& action) {
            for (Block& block : mesh.blocks()) {
                const double width = std::ldexp(1.0 / n, -static_cast<int>(block.cube.level));
                for (std::size_t number = 0; number < block.cells.size(); ++number) {
                    const std::array<std::size_t, 3> cell = {number / (block.stride * block.stride),
                                                             number / block.stride % block.stride,
                                                             number % block.stride};
                    const auto outside = std::ranges::count_if(cell, [&](auto c) { return c == 0 || c == n + 1; });
                    const double along =
                        (block.cube.place[axis] * static_cast<double>(n) + static_cast<double>(cell[axis]) - 0.5) *
                        width;
                    action(block.cells[number], along, width, outside, cell);
                }
            }
        };
        each_cell(
            [](double& cell, double along, double, auto outside, const auto&) { cell = outside == 0 ? along : -1; });
        for (std::size_t block = 0; block < mesh.blocks().size(); ++block) mesh.fill_ghosts(block);
        unsigned exact = 0;
        unsigned ghosts = 0;
        each_cell([&](double cell, double along, double width, auto outside, const auto&) {
            if (outside > 1) return;  // beyond edges: nobody reads them
            const double expected = std::clamp(along, width / 2, 1 - width / 2);
            EXPECT_NEAR(cell, expected, 0.501 * width);
            ghosts += outside == 1 ? 1U : 0U;
            exact += outside == 1 && std::abs(cell - expected) < 1e-12 ? 1U : 0U;
        });
        EXPECT_GT(ghosts, 20'000U);
        EXPECT_GT(exact, ghosts * 3 / 4);
        EXPECT_LT(exact, ghosts);
    }
}

TEST(Mesh, BlocksTravel) {
    Block block{.cube = {2, {1, 2, 3}}, .sweeps = 5, .stride = 3, .share = 0.1, .cells = std::vector<double>(27, 0.5)};
    block.cells[13] = 1;
    const Block other = Decoder(Encoder().put(block).take()).get<Block>();
    EXPECT_EQ(other.cube, block.cube);
    EXPECT_EQ(other.sweeps, 5U);
    EXPECT_EQ(other.stride, 3U);
    EXPECT_EQ(other.share, 0.1);
    EXPECT_EQ(other.cells, block.cells);
    block.step();
    EXPECT_NEAR(block.cells[13], 0.5 + 0.5 * std::pow(0.4, 5), 1e-12);
    EXPECT_EQ(block.cells[12], 0.5);
}

// Each place is in one leaf, in the order of codes, and leaves that share a face are one level apart at most.
TEST(Tree, LeavesCoverTheDomainInMortonOrderAndNeighboursAreAlike) {
    for (unsigned salt = 0; salt < 40; ++salt) {
        const auto leaves = leaves_of_tree(salt % 3, 5, [&](const Cube& cube) {
            return (cube.code() * 2654435761U + std::uint64_t{salt} * 97) >> 7U & 1U;
        });
        std::set<std::uint64_t> codes;
        std::uint64_t end = 0;
        for (const Cube& leaf : leaves) {
            EXPECT_GE(leaf.level, salt % 3);
            codes.insert(leaf.code());
            const unsigned finer = 3 * (5 - leaf.level);
            EXPECT_EQ((leaf.code() << finer) - (std::uint64_t{1} << 15), end);
            end += std::uint64_t{1} << finer;
        }
        EXPECT_EQ(end, std::uint64_t{1} << 15);
        for (const Cube& leaf : leaves) {
            for (unsigned axis = 0; axis < 3; ++axis) {
                for (unsigned side = 0; side < 2; ++side) {
                    if (!leaf.has_neighbour(axis, side)) continue;
                    const Cube other = leaf.neighbour(axis, side);
                    bool divided = true;
                    if (codes.contains(other.code()) || codes.contains(other.parent().code())) continue;
                    for (unsigned child = 0; child < 8; ++child) {
                        if ((child >> (2 - axis) & 1U) != 1 - side) continue;  // not at the common face
                        divided = divided && codes.contains(other.child(child).code());
                    }
                    EXPECT_TRUE(divided) << salt;
                }
            }
        }
    }
}

TEST(Tree, KnowsWhatASphereCrosses) {
    EXPECT_TRUE(crosses({}, 0.0));
    EXPECT_TRUE(crosses({}, 0.86));
    EXPECT_FALSE(crosses({}, 0.87));
    EXPECT_FALSE(crosses({2, {0, 1, 1}}, 0.2));
    EXPECT_TRUE(crosses({2, {0, 1, 1}}, 0.3));
    EXPECT_FALSE(crosses({2, {0, 1, 1}}, 0.65));
    EXPECT_FALSE(crosses({2, {1, 1, 1}}, 0.45));
    EXPECT_FALSE(crosses({2, {3, 3, 3}}, 0.42));
    EXPECT_TRUE(crosses({2, {3, 3, 3}}, 0.44));
}

TEST(Amr, NothingHappensInNoSteps) {
    const AmrResult result = run_amr({.steps = 0}, {.workers = 1, .pin = false});
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_TRUE(result.steps.empty());
    EXPECT_EQ(result.loops.loops, 0U);
}

TEST(Amr, EndsWithTheLastStepThatWasComplete) {
    std::stop_source source;
    source.request_stop();
    const AmrResult result = run_amr({}, {.workers = 1, .pin = false, .stop = source.get_token()});
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_TRUE(result.steps.empty());
}

TEST(Amr, SaysWhatItCannotDo) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (const AmrOptions& options :
         {AmrOptions{.block = 0}, AmrOptions{.block = 7}, AmrOptions{.block = 66}, AmrOptions{.least_level = 4},
          AmrOptions{.most_level = 7}, AmrOptions{.block = 2, .most_level = 40}, AmrOptions{.sweeps = 0},
          AmrOptions{.sweeps = 1001}, AmrOptions{.first_radius = -1}, AmrOptions{.first_radius = none},
          AmrOptions{.growth = 2}, AmrOptions{.growth = none}}) {
        EXPECT_THROW(run_amr_serial(options), UsageError);
        EXPECT_THROW(run_amr(options, {.workers = 1, .pin = false}), UsageError);
    }
    EXPECT_THROW(run_amr({}, {.workers = 100'000, .pin = false}), UsageError);
}

}  // namespace
}  // namespace scrump::apps

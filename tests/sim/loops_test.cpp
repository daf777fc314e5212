// Self-scheduled loops on simulated machines, beside the simulations of their chunks alone.

#include "sim/machines.hpp"

#include <scrump/base/random.hpp>
#include <scrump/loops.hpp>
#include <scrump/loops/simulation.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

constexpr double node = 10'000;  // ns

// Nodes of each iteration besides its own: many short ones, and some that are long.
std::vector<std::uint64_t> nodes_of(std::uint64_t iterations, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<std::uint64_t> nodes;
    for (std::uint64_t i = 0; i < iterations; ++i) nodes.push_back(random.below(10) == 0 ? 9 : random.below(3));
    return nodes;
}

// In seconds.
std::vector<double> times_of(const std::vector<std::uint64_t>& nodes) {
    std::vector<double> times;
    for (const std::uint64_t each : nodes) times.push_back(static_cast<double>(each + 1) * node * 1e-9);
    return times;
}

double sum_of(const std::vector<double>& times) {
    return std::accumulate(times.begin(), times.end(), 0.0);
}

TEST(SimulatedLoops, TakeTheTimeThatTheirChunksTake) {
    const std::vector<std::uint64_t> nodes = nodes_of(2000, 1);
    const std::vector<double> times = times_of(nodes);
    for (const char* const technique : {"static", "ss", "gss", "fac2", "tss"}) {
        LoopResult came;
        const Simulation done = simulate(test::machine_of(1, 8, node), [&](Session& session) {
            came = loop({.technique = Technique::parse(technique), .session = &session}, nodes.size(),
                        [&](std::uint64_t i) { add_simulated_work(nodes[i]); });
            return 0;
        });
        ASSERT_EQ(done.status(), 0);
        EXPECT_EQ(came.status, Status::complete);
        EXPECT_EQ(came.statistics.iterations, nodes.size());
        const auto rule = Technique::parse(technique).rule({.iterations = nodes.size(), .workers = 8});
        const double expected =
            simulate_loop(*rule, IterationTimes(times), {.speeds = std::vector<double>(8, 1)}).seconds();
        EXPECT_NEAR(came.statistics.seconds / expected, 1, 0.05) << technique;
        EXPECT_GE(came.statistics.seconds, sum_of(times) / 8) << technique;
    }
}

// Each host has a part, the first one more than the others: what it has too much others steal.
TEST(SimulatedLoops, TakeTheTimeThatTheirPartsTakeWhereDataAreStolen) {
    constexpr unsigned hosts = 6;
    std::vector<std::vector<std::uint64_t>> nodes;
    std::vector<IterationTimes> parts;
    double work = 0;
    for (unsigned part = 0; part < hosts; ++part) {
        nodes.push_back(nodes_of(part == 0 ? 1500 : 300, part + 1));
        parts.emplace_back(times_of(nodes.back()));
        work += parts.back().of({0, nodes.back().size()});
    }
    for (const char* const order : {"decentralised", "coordinator"}) {
        LoopOptions options{.technique = Technique::parse("gss")};
        options.stealing.order = StealOrder::parse(order);
        LoopStatistics came;
        const SimulatedMachine machine = test::machine_of(hosts, 1, node);
        const Simulation done = simulate(machine, [&](Session& session) {
            LoopOptions own = options;
            own.session = &session;
            std::vector<std::uint64_t>& mine = nodes[session.self()];
            std::vector<std::uint64_t> run(mine.size());
            using Data = LoopElementsInto<std::uint64_t, std::uint64_t>;
            std::vector<Data> here{Data(mine, run)};
            auto result = distributed_loop(own, here, [](const std::uint64_t& work_of, std::uint64_t& times) {
                add_simulated_work(work_of);
                ++times;
            });
            EXPECT_EQ(std::count(run.begin(), run.end(), 1U), static_cast<std::ptrdiff_t>(run.size())) << "each once";
            if (session.first()) came = std::move(result.statistics);
            return 0;
        });
        ASSERT_EQ(done.status(), 0);
        EXPECT_GT(came.stolen(), 0U) << order;
        EXPECT_LT(came.seconds, 1.5 * work / hosts) << order;
        LoopOptions alone = options;
        alone.localities = hosts;
        const SimulatedLocalities network{.topology = Topology::one_host(hosts),
                                          .near_latency = machine.between.latency * 1e-9,
                                          .far_latency = machine.between.latency * 1e-9,
                                          .byte = 1e-9 / machine.between.bytes_per_ns,
                                          .bytes_each = 8,
                                          .results_each = 8};
        const SimulatedParts expected = simulate_parts(alone, parts, network);
        EXPECT_EQ(expected.iterations, came.iterations);
        EXPECT_NEAR(came.seconds / expected.seconds(), 1, 0.15) << order;
    }
}

}  // namespace
}  // namespace scrump::detail

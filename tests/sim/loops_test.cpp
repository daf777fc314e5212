// Self-scheduled loops on simulated machines, beside the simulations of their chunks alone.

#include "sim/machines.hpp"
#include "support/rough_terms.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/random.hpp>
#include <scrump/loops.hpp>
#include <scrump/loops/simulation.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/parallel.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <numeric>
#include <span>
#include <string>
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

TEST(SimulatedLoops, AreObservedAllAlong) {
    if (!counting) GTEST_SKIP() << "built without counters";
    const auto work = [](const LoopStatistics& of) { return of.localities.front().activity().task_time; };
    const std::vector<std::uint64_t> nodes = nodes_of(20'000, 1);
    std::vector<std::uint64_t> told;
    LoopResult came;
    simulate(test::machine_of(1, 4, node), [&](Session& session) {
        came = loop({.technique = Technique::parse("ss"),
                     .session = &session,
                     .observe = [&](const LoopStatistics& now) { told.push_back(work(now)); },
                     .observe_interval = std::chrono::milliseconds(5)},
                    nodes.size(), [&](std::uint64_t i) { add_simulated_work(nodes[i]); });
        return 0;
    });
    ASSERT_GT(told.size(), 5U);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_LT(told[told.size() / 2], told.back());
    EXPECT_EQ(told.back(), work(came.statistics));
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

// Machines whose workers are fast and slow, near and far take other chunks, and find the same bits.
TEST(SimulatedLoops, DeterministicSumsHaveTheSameBitsOnAnyMachine) {
    constexpr std::uint64_t n = 6000;
    const std::vector<std::uint64_t> nodes = nodes_of(n, 2);
    const double expected =
        parallel_reduce(std::uint64_t{0}, n, 0.0, test::rough_term, std::plus<>(), {.deterministic = true});
    for (const auto& [hosts, workers] : {std::pair{1U, 1U}, {1U, 7U}, {3U, 2U}, {5U, 1U}}) {
        for (const char* const technique : {"static", "ss", "gss", "fac2", "af", "mfsc"}) {
            std::vector<double> sums(hosts);
            const Simulation done = simulate(test::machine_of(hosts, workers, node), [&](Session& session) {
                const LoopOptions options{
                    .technique = Technique::parse(technique), .deterministic = true, .session = &session};
                sums[session.self()] = loop_reduce(options, n, 0.0, [&](std::uint64_t i) {
                                           add_simulated_work(nodes[i]);
                                           return test::rough_term(i);
                                       }).value;
                return 0;
            });
            ASSERT_EQ(done.status(), 0);
            for (const double sum : sums)
                EXPECT_EQ(std::bit_cast<std::uint64_t>(sum), std::bit_cast<std::uint64_t>(expected))
                    << technique << " " << hosts << " " << workers;
        }
    }
}

// The first quarter takes ten times as long: no block is like another.
TEST(SimulatedLoops, ChooseTheTechniqueByTheirRuns) {
    std::vector<std::uint64_t> nodes = nodes_of(8000, 3);
    for (std::size_t i = 0; i < nodes.size() / 4; ++i) nodes[i] = 10 * nodes[i] + 9;
    const auto runs_by = [&](const char* technique, int runs) {
        std::vector<LoopStatistics> came;
        const Simulation done = simulate(test::machine_of(1, 8, node), [&](Session& session) {
            for (int run = 0; run < runs; ++run) {
                const LoopOptions options{.technique = Technique::parse(technique), .session = &session};
                came.push_back(
                    loop(options, nodes.size(), [&](std::uint64_t i) { add_simulated_work(nodes[i]); }).statistics);
            }
            return 0;
        });
        EXPECT_EQ(done.status(), 0);
        return came;
    };
    double best = 1e9;
    for (const char* const technique : {"static", "cyclic", "ss", "mfsc", "gss", "tss", "fac2", "awf-b", "awf-c", "af"})
        best = std::min(best, runs_by(technique, 1).front().seconds);
    const std::vector<LoopStatistics> chosen = runs_by("auto", 4);
    EXPECT_LE(chosen[0].seconds, 1.1 * best);
    EXPECT_EQ(chosen[0].technique, "auto");
    EXPECT_EQ(chosen[1].technique.substr(0, 4), "fsc:") << chosen[1].reason;
    EXPECT_EQ(chosen[2].technique, "auto");
    EXPECT_LE(chosen[3].seconds, 1.02 * best) << chosen[3].technique << ": " << chosen[3].reason;
    // A simulation does not depend on those before it.
    EXPECT_EQ(runs_by("auto", 1).front().seconds, chosen[0].seconds);
}

TEST(SimulatedLoops, HaveBodiesWithCallsAndTasks) {
    std::vector<std::uint64_t> sums(3);
    const Simulation done = simulate(test::machine_of(3, 2, node), [&](Session& session) {
        sums[session.self()] = loop_reduce({.session = &session}, 100, std::uint64_t{0}, [](std::uint64_t i) {
                                   const auto twice = [i] { return 2 * i; };
                                   const auto [a, b] = parallel_invoke(twice, twice);
                                   add_simulated_work(1);
                                   return a + b +
                                          parallel_reduce(std::uint64_t{0}, i, std::uint64_t{0},
                                                          [](std::uint64_t) { return std::uint64_t{1}; });
                               }).value;
        return 0;
    });
    ASSERT_EQ(done.status(), 0);
    EXPECT_EQ(sums, std::vector<std::uint64_t>(3, 5 * 4950));
}

TEST(SimulatedLoops, HaveTheWorkersOfTheirMachine) {
    SimulatedMachine machine = test::machine_of(2, 3, node);
    machine.cores = 8;
    LoopResult came;
    const Simulation done = simulate(machine, [&](Session& session) {
        auto result = loop({.session = &session}, 100, [](std::uint64_t) {});
        if (session.first()) came = std::move(result);
        return 0;
    });
    ASSERT_EQ(done.status(), 0);
    EXPECT_EQ(came.statistics.shares.size(), 6U);
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

// A host that is dead from the beginning keeps its part of the loop, and the others look for work until they miss it:
// they do not fill the network meanwhile.
TEST(SimulatedLoops, ADeadHostIsMissedByName) {
    using Hosts = std::vector<unsigned>;
    const Hosts hosts = test::sanitized ? Hosts{5} : Hosts{1, 5, 7};  // sanitizers make fibers switch far more slowly
    for (const unsigned dead : hosts) {
        SimulatedMachine machine = test::machine_of(8, 1, node);
        machine.delayed = 0.2;
        using Kind = SimulatedMachine::Fault::Kind;
        machine.faults = {{.kind = Kind::part, .first = 2, .last = 3, .begins = 1e5, .lasts = 5e6},
                          {.kind = Kind::die, .first = dead, .last = dead, .begins = 0}};
        std::vector<std::string> shown;
        const Simulation done = simulate(
            machine,
            [&](Session& session) {
                LoopOptions options{.technique = Technique::parse("static"), .session = &session};
                options.dead_after = std::chrono::seconds(10);
                options.stealing.results_go_home = false;
                std::vector<std::uint64_t> own(100);
                distributed_loop(options, LoopElements<std::uint64_t>(own), [](std::uint64_t& element) { ++element; });
                return 0;
            },
            [&](const std::exception& error, bool is_reporter) {
                if (is_reporter) shown.emplace_back(error.what());
                return 1;
            });
        EXPECT_EQ(done.status(), 1);
        ASSERT_EQ(shown.size(), 1U);
        EXPECT_NE(shown[0].find("locality " + std::to_string(dead) + " (rank "), std::string::npos) << shown[0];
        EXPECT_NE(shown[0].find("has not answered for 10 s"), std::string::npos) << shown[0];
        EXPECT_LT(done.messages, 30'000U);
    }
}

// As docs/loops.md has it: what a body writes stays in its process, and a second loop adds it up.
TEST(SimulatedLoops, ResultsOfAllProcessesAreAddedUpByASecondLoop) {
    constexpr std::size_t n = 100;
    const Simulation done = simulate(test::machine_of(3, 2, node), [&](Session& session) {
        std::vector<double> roots(n);
        loop({.session = &session}, n, [&](std::uint64_t i) { roots[i] = static_cast<double>(i + 1); });
        EXPECT_NE(std::count(roots.begin(), roots.end(), 0.0), 0) << "others have run some";
        const auto add = [](std::vector<double> a, const std::vector<double>& b) {
            if (a.empty()) return b;
            for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
            return a;
        };
        const auto own = [&](std::uint64_t) { return roots; };
        const auto all = loop_reduce({.technique = Technique::parse("static"), .workers = 1, .session = &session},
                                     session.size(), std::vector<double>(), own, add);
        EXPECT_EQ(all.value.size(), n);
        for (std::size_t i = 0; i < all.value.size(); ++i) EXPECT_EQ(all.value[i], static_cast<double>(i + 1));
        return 0;
    });
    EXPECT_EQ(done.status(), 0);
}

// The first of four hosts is five times as slow, and has most of the work. It learns from those that ask it for some
// what it is in relation to them, and takes smaller chunks than FAC2 from then on.
TEST(SimulatedLoops, ASlowLocalityTakesSmallerChunks) {
    constexpr std::uint64_t most = 2000;
    const auto own_chunks_of_slow_one = [](const char* technique, const char* order) {
        std::vector<std::uint64_t> sizes;
        SimulatedMachine machine = test::machine_of(4, 1, node);
        machine.between.latency = 5e6;  // ns: most is left to the slow one
        const Simulation done = simulate(machine, [&](Session& session) {
            LoopOptions options{.technique = Technique::parse(technique), .session = &session};
            options.stealing.order = StealOrder::parse(order);
            options.stealing.amount.technique = Technique::parse("ss");
            options.stealing.least = 5;
            const bool slow = session.first();
            std::vector<std::uint64_t> own(slow ? most : 100);
            distributed_loop(options, LoopElements<std::uint64_t>(own),
                             [&](std::span<std::uint64_t> elements, LoopChunk& chunk) {
                                 if (slow && chunk.owner() == 0) sizes.push_back(chunk.size());
                                 add_simulated_work(elements.size() * (slow ? 50 : 10));
                             });
            return 0;
        });
        EXPECT_EQ(done.status(), 0);
        return sizes;
    };
    for (const char* const order : {"decentralised", "coordinator"}) {
        const std::vector<std::uint64_t> fixed = own_chunks_of_slow_one("fac2", order);
        ASSERT_GE(fixed.size(), 4U);
        for (std::size_t chunk = 0; chunk < 4; ++chunk) EXPECT_EQ(fixed[chunk], 250U);
        for (const char* const technique : {"awf-b", "awf-c", "awf-d", "awf-e"}) {
            const std::vector<std::uint64_t> adapted = own_chunks_of_slow_one(technique, order);
            ASSERT_GE(adapted.size(), 2U) << technique;
            EXPECT_EQ(adapted[0], 250U) << technique;  // nobody has asked yet
            EXPECT_GT(adapted[1], 40U) << technique;
            EXPECT_LT(adapted[1], 80U) << technique;
        }
        const std::vector<std::uint64_t> factored = own_chunks_of_slow_one("af", order);
        ASSERT_GE(factored.size(), 4U);
        EXPECT_LT(factored[3], 125U);
    }
}

// Few iterations with many bytes: a piece that has just come must not be stolen again before the worker that waits for
// it has begun, or it travels to and fro, perhaps for ever.
TEST(SimulatedLoops, StealsAreFewWhereIterationsAre) {
    struct Block {
        std::array<std::uint64_t, 1024> cells{};
    };
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SplitMix64 random(seed);
        const unsigned hosts = 2 + random.below(4);
        SimulatedMachine machine = SimulatedMachine::named("gigabit");
        machine.hosts = hosts;
        machine.workers = 1 + random.below(2);
        std::vector<std::uint64_t> sizes;
        for (unsigned host = 0; host < hosts; ++host) sizes.push_back(random.below(4));
        LoopOptions options{.technique = Technique::parse(random.below(2) == 0 ? "ss" : "fac2")};
        options.stealing.order = StealOrder::parse(random.below(3) == 0 ? "coordinator" : "decentralised");
        options.stealing.amount.ratio = random.below(2) == 0 ? 0.5 : 1;
        options.seed = seed;
        const std::uint64_t work = random.below(2) == 0 ? 0 : random.below(20'000);
        LoopStatistics came;
        const Simulation done = simulate(machine, [&](Session& session) {
            LoopOptions own = options;
            own.session = &session;
            own.time_limit = std::chrono::seconds(1);
            std::vector<Block> blocks(sizes[session.self()]);
            auto result = distributed_loop(own, LoopElements<Block>(blocks), [&](Block& block) {
                ++block.cells[0];
                add_simulated_work(work);
            });
            EXPECT_EQ(result.status, Status::complete) << seed;
            if (session.first()) came = std::move(result.statistics);
            return 0;
        });
        ASSERT_EQ(done.status(), 0);
        std::uint64_t won = 0;
        for (const LoopTransfers& each : came.transfers) won += each.won;
        EXPECT_LE(won, came.iterations) << seed;
        EXPECT_LE(done.messages, 20 * (hosts + came.iterations)) << seed;
    }
}

}  // namespace
}  // namespace scrump::detail

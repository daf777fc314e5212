#include <scrump/loops/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace scrump {
namespace {

SimulatedLocalities one_host(unsigned size) {
    return {.topology = Topology::one_host(size), .near_latency = 1e-6, .far_latency = 1e-5, .overhead = 1e-7};
}

std::vector<IterationTimes> parts(const std::vector<double>& costs, std::size_t iterations) {
    std::vector<IterationTimes> all;
    for (const double cost : costs) all.emplace_back(std::vector<double>(iterations, cost));
    return all;
}

LoopOptions options_of(const std::string& technique, const std::string& order) {
    return {.technique = Technique::parse(technique == "block-cyclic" ? "block-cyclic:size=3" : technique),
            .costs = {.mean = 1e-3, .sigma = 1e-3, .overhead = 1e-7},
            .stealing = {.order = StealOrder::parse(order)}};
}

TEST(PartSimulation, RunsEverythingUnderEveryTechniqueAndOrder) {
    for (const std::string& technique : Technique::names()) {
        for (const char* const order : {"off", "decentralised", "coordinator", "coordinator:victims=laws",
                                        "coordinator:victims=nlaws", "coordinator:steals=0"}) {
            const auto loop =
                simulate_parts(options_of(technique, order), parts({1e-3, 3e-3, 1e-3, 2e-3}, 200), one_host(4));
            EXPECT_EQ(loop.iterations, 800U) << technique << " " << order;
            std::uint64_t stolen = 0;
            std::uint64_t won = 0;
            std::uint64_t sent = 0;
            for (const LoopTransfers& each : loop.transfers) {
                stolen += each.iterations;
                won += each.won;
                sent += each.sent;
                EXPECT_GE(each.tried, each.won);
            }
            EXPECT_EQ(won, sent);
            if (std::string(order) == "off") {
                EXPECT_EQ(stolen, 0U);
                EXPECT_NEAR(loop.seconds(), 0.6, 0.001);
            } else {
                EXPECT_GT(stolen, 0U) << technique << " " << order;
                EXPECT_LT(loop.seconds(), 0.6) << technique << " " << order;
                EXPECT_GE(loop.seconds(), 0.2 * 7 / 4);
            }
        }
    }
}

// Of 1.4 s of work in all, none of 4 localities can be long at more than a quarter.
TEST(PartSimulation, StealingMakesPartsEven) {
    const auto loop =
        simulate_parts(options_of("fac2", "decentralised"), parts({1e-3, 3e-3, 1e-3, 2e-3}, 200), one_host(4));
    EXPECT_LT(loop.seconds(), 1.4 / 4 * 1.05);
    const auto again =
        simulate_parts(options_of("fac2", "decentralised"), parts({1e-3, 3e-3, 1e-3, 2e-3}, 200), one_host(4));
    EXPECT_EQ(loop.finished, again.finished);
}

// Strict locality-aware victims: the loaded one on the other host cannot be helped.
TEST(PartSimulation, LawsStaysOnTheHost) {
    SimulatedLocalities machine = one_host(4);
    machine.topology = {.places = {{.host = 0}, {.host = 0}, {.host = 1}, {.host = 1}}};
    const std::vector<IterationTimes> loads = parts({1e-3, 1e-3, 1e-3, 5e-3}, 100);
    const auto near = simulate_parts(options_of("fac2", "coordinator:victims=laws"), loads, machine);
    EXPECT_EQ(near.transfers[0].iterations, 0U);
    EXPECT_GT(near.transfers[2].iterations, 0U);
    EXPECT_GT(near.seconds(), 0.3);
    EXPECT_LT(simulate_parts(options_of("fac2", "coordinator"), loads, machine).seconds(), 0.22);
}

// One is five times as slow as the others, and has most of the work. It learns that from those that ask it for some,
// during its first chunk; from then on it takes smaller ones: a quarter of what FAC2 says, as the mean speed is 0.8.
TEST(PartSimulation, ASlowLocalityTakesSmallerChunks) {
    const auto taken_by_slow_one = [](const char* technique, const char* order) {
        SimulatedLocalities machine = one_host(4);
        machine.speeds = {0.2, 1, 1, 1};
        machine.near_latency = 0.05;
        std::vector<IterationTimes> all = parts({1e-3, 1e-3, 1e-3}, 100);
        all.insert(all.begin(), parts({1e-3}, 2000).front());
        LoopOptions options = options_of(technique, order);
        options.stealing.amount.technique = Technique::parse("ss");
        options.stealing.least = 5;
        const SimulatedParts loop = simulate_parts(options, all, machine);
        EXPECT_EQ(loop.iterations, 2300U);
        return loop.taken[0];
    };
    for (const char* const order : {"decentralised", "coordinator"}) {
        const auto first_of = [&](const char* technique, std::ptrdiff_t count) {
            const std::vector<std::uint64_t> taken = taken_by_slow_one(technique, order);
            return std::vector<std::uint64_t>(taken.begin(), taken.begin() + count);
        };
        EXPECT_EQ(first_of("fac2", 5), (std::vector<std::uint64_t>{250, 250, 250, 250, 125}));
        for (const char* const technique : {"awf-b", "awf-d"})
            EXPECT_EQ(first_of(technique, 5), (std::vector<std::uint64_t>{250, 63, 63, 63, 32})) << technique;
        for (const char* const technique : {"awf-c", "awf-e"}) {
            EXPECT_EQ(first_of(technique, 1).back(), 250U);
            EXPECT_LT(first_of(technique, 2).back(), 63U) << technique;
        }
        EXPECT_LT(first_of("af", 4).back(), 125U);
    }
}

// Speeds that are given: each thief gets by its own.
TEST(PartSimulation, ThievesGetByTheirOwnWeights) {
    SimulatedLocalities machine = one_host(3);
    machine.speeds = {1, 3, 1};
    LoopOptions options = options_of("ss", "decentralised");
    options.weights = machine.speeds;
    options.stealing.amount.technique = Technique::parse("wf");
    std::vector<IterationTimes> all = parts({1e-3}, 3000);
    for (int none = 0; none < 2; ++none) all.push_back(parts({1e-3}, 0).front());
    const SimulatedParts loop = simulate_parts(options, all, machine);
    EXPECT_EQ(loop.iterations, 3000U);
    const double fast = static_cast<double>(loop.transfers[1].iterations) / static_cast<double>(loop.transfers[1].won);
    const double slow = static_cast<double>(loop.transfers[2].iterations) / static_cast<double>(loop.transfers[2].won);
    EXPECT_GT(fast, 1.5 * slow);
}

// One iteration a second with data that take ten: what is stolen comes too late.
TEST(PartSimulation, DataTakeTimeToTravel) {
    SimulatedLocalities machine = one_host(2);
    machine.byte = 1;
    machine.bytes_each = 10;
    LoopOptions options = options_of("ss", "decentralised");
    options.stealing.amount.technique = Technique::parse("ss");
    const auto slow = simulate_parts(options, parts({0, 1}, 20), machine);
    EXPECT_NEAR(static_cast<double>(slow.transfers[0].iterations), 2, 1);
    EXPECT_EQ(slow.transfers[0].bytes, 10 * slow.transfers[0].iterations);
    machine.byte = 0;
    EXPECT_GE(simulate_parts(options, parts({0, 1}, 20), machine).transfers[0].iterations, 9U);
}

}  // namespace
}  // namespace scrump

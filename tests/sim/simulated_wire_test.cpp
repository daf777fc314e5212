#include "../src/sim/simulated_wire.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace scrump::detail {
namespace {

SimulatedMachine three_hosts() {
    SimulatedMachine machine;
    machine.hosts = 3;
    machine.localities = 2;
    machine.within = {.latency = 10, .bytes_per_ns = 2};
    machine.between = {.latency = 100, .bytes_per_ns = 1};
    return machine;
}

TEST(SimulatedWire, TakesLatencyAndBandwidth) {
    const SimulatedMachine machine = three_hosts();
    SimulatedWire wire(machine);
    EXPECT_EQ(wire.arrival(0, 1, 8, 1000), 1000 + 4 + 10);
    EXPECT_EQ(wire.arrival(0, 2, 8, 1000), 1000 + 8 + 100);
}

TEST(SimulatedWire, SendsOneMessageOfAHostAtATime) {
    const SimulatedMachine machine = three_hosts();
    SimulatedWire wire(machine);
    EXPECT_EQ(wire.arrival(0, 2, 50, 0), 150);
    EXPECT_EQ(wire.arrival(1, 4, 50, 10), 50 + 50 + 100);  // of the same host, to another one
    EXPECT_EQ(wire.arrival(2, 4, 50, 10), 10 + 50 + 100);
    EXPECT_EQ(wire.arrival(0, 1, 50, 10), 10 + 25 + 10);  // what stays on the host has a way of its own
}

TEST(SimulatedWire, KeepsTheOrderOfAnyTwoAndNoOther) {
    SimulatedMachine machine = three_hosts();
    machine.delayed = 0.5;
    machine.delay = 1000;
    SimulatedWire wire(machine);
    double last = 0;
    bool overtaken = false;
    for (int i = 0; i < 100; ++i) {
        const double now = 200.0 * i;
        const double arrives = wire.arrival(0, 2, 8, now);
        EXPECT_GE(arrives, last);
        overtaken |= wire.arrival(0, 4, 8, now + 10) < arrives;
        last = arrives;
    }
    EXPECT_TRUE(overtaken);
}

TEST(SimulatedWire, DelaysAsManyAsItIsTold) {
    SimulatedMachine machine = three_hosts();
    machine.delayed = 0.25;
    machine.delay = 50;
    SimulatedWire wire(machine);
    int late = 0;
    for (int i = 0; i < 1000; ++i) {
        const double now = 1000.0 * i;
        const double took = wire.arrival(0, 2, 8, now) - now;
        EXPECT_LE(took, 108 + 50);
        late += took > 108 ? 1 : 0;
    }
    EXPECT_NEAR(late, 250, 60);
}

TEST(SimulatedWire, HasLongWaysAndShortOnes) {
    SimulatedMachine machine = three_hosts();
    machine.unequal = 64;
    SimulatedWire wire(machine);
    std::set<double> latencies;
    for (const auto& [from, to] : std::vector<std::pair<unsigned, unsigned>>{{0, 2}, {2, 0}, {0, 4}, {4, 0}, {2, 4}}) {
        const double latency = wire.arrival(from, to, 0, 0);
        EXPECT_GE(latency, 100);
        EXPECT_LE(latency, 6400);
        latencies.insert(latency);
    }
    EXPECT_EQ(latencies.size(), 5U);
    SimulatedWire same(machine);
    EXPECT_EQ(same.arrival(0, 2, 0, 0), wire.arrival(0, 2, 0, 0));
    EXPECT_EQ(wire.arrival(0, 1, 0, 0), 10);  // not within a host
}

TEST(SimulatedWire, HoldsBackWhatACutKeepsApart) {
    SimulatedMachine machine = three_hosts();
    machine.faults = {
        {.kind = SimulatedMachine::Fault::Kind::part, .first = 1, .last = 2, .begins = 100, .lasts = 900}};
    SimulatedWire wire(machine);
    EXPECT_EQ(wire.arrival(0, 2, 0, 50), 150);
    EXPECT_EQ(wire.arrival(2, 0, 0, 200), 1100);
    EXPECT_EQ(wire.arrival(2, 4, 0, 200), 300);  // both on the same side
    EXPECT_EQ(wire.arrival(4, 0, 0, 2000), 2100);
}

}  // namespace
}  // namespace scrump::detail

#include "known_machines.hpp"

#include <array>

namespace scrump::detail {
namespace {

using Machine = SimulatedMachine;

// Latencies are those of the hardware and its software together, half a round trip of a small message.

Machine joined_by(Machine::Link between, Machine::Link racks) {
    Machine machine;
    machine.between = between;
    machine.racks = racks;
    return machine;
}

Machine infiniband() {
    return joined_by({.latency = 1500, .bytes_per_ns = 25}, {.latency = 2500, .bytes_per_ns = 25});
}

// By TCP, which takes the system's time at either end.
Machine by_tcp(Machine::Link between, Machine::Link racks) {
    Machine machine = joined_by(between, racks);
    machine.costs.send = 6000;
    machine.costs.receive = 6000;
    return machine;
}

Machine gigabit() {
    return by_tcp({.latency = 30000, .bytes_per_ns = 0.117}, {.latency = 50000, .bytes_per_ns = 0.117});
}

Machine of_size(Machine machine, unsigned hosts, unsigned localities, unsigned workers) {
    machine.hosts = hosts;
    machine.localities = localities;
    machine.workers = workers;
    return machine;
}

// Section 4.2 of Xie (2023): one of 16 cores is left to what serves. What joins the machines it does not say.
Machine beowulf() {
    Machine machine = of_size(gigabit(), 20, 1, 15);
    machine.cores = 16;
    return machine;
}

// Section 4.1 of Olivier and Prins (2008): a process for each core, and how many nodes of UTS one explores in a second.
Machine of_uts(unsigned hosts, unsigned cores, double nodes_per_second) {
    Machine machine = of_size(infiniband(), hosts, cores, 1);
    machine.between.bytes_per_ns = 1;
    machine.nodes["uts"] = 1e9 / nodes_per_second;
    return machine;
}

// The slides' part 1: 20 Gbit/s (they write GB/s), round trips within 3 us; two processors of four cores each (M610).
Machine twente() {
    Machine machine = of_size(infiniband(), 10, 1, 8);
    machine.between.bytes_per_ns = 2.5;
    return machine;
}

constexpr std::array known = {
    KnownMachine{"one-host", "processes and workers of one host", [] { return Machine{}; }},
    KnownMachine{"infiniband", "hosts that InfiniBand joins (HDR: 1.5 us, 25 GB/s)", infiniband},
    KnownMachine{"gigabit", "hosts that Gigabit Ethernet joins, by TCP (30 us, 0.117 GB/s)", gigabit},
    KnownMachine{
        "cloud", "hosts of a cloud, by TCP (60 us, 1.2 GB/s)",
        [] { return by_tcp({.latency = 60000, .bytes_per_ns = 1.2}, {.latency = 120000, .bytes_per_ns = 1.2}); }},
    KnownMachine{"beowulf", "20 hosts of 15 workers, Gigabit Ethernet: that of Xie (2023)", beowulf},
    KnownMachine{"kitty-hawk", "66 hosts of 4 processes, InfiniBand: that of Olivier and Prins (2008)",
                 [] { return of_uts(66, 4, 2.39e6); }},
    KnownMachine{"topsail", "512 of its 520 hosts of 8 processes, InfiniBand: the larger one of theirs",
                 [] { return of_uts(512, 8, 2.10e6); }},
    KnownMachine{"twente", "10 hosts of 8 workers, InfiniBand: that of the slides on symbolic reachability", twente},
};

}  // namespace

std::span<const KnownMachine> known_machines() {
    return known;
}

}  // namespace scrump::detail

#include "simulated_wire.hpp"

#include <algorithm>
#include <cmath>

namespace scrump::detail {

namespace {

// From 0 to 1.
double share(SplitMix64& random) {
    return static_cast<double>(random() >> 11U) * 0x1p-53;
}

}  // namespace

double SimulatedWire::arrival(unsigned from, unsigned to, std::size_t bytes, double now) {
    const SimulatedMachine::Link& link = machine_.link(from, to);
    const double takes = static_cast<double>(bytes) / link.bytes_per_ns;
    double leaves = now;
    const unsigned host = machine_.host_of(from);
    if (host != machine_.host_of(to)) {
        leaves = std::max(now, free_[host]);
        free_[host] = leaves + takes;
        for (const SimulatedMachine::Fault& fault : machine_.faults) {
            const bool apart = fault.hits(host) != fault.hits(machine_.host_of(to));
            if (apart && fault.kind == SimulatedMachine::Fault::Kind::part) leaves = fault.over(leaves);
        }
    }
    double& latest = latest_[std::uint64_t{from} << 32U | to];
    latest = std::max(latest, leaves + takes + latency(from, to) + delay_of_one());
    return latest;
}

// As often twice as long as four times as long, and so on.
double SimulatedWire::latency(unsigned from, unsigned to) const {
    const double latency = machine_.link(from, to).latency;
    const unsigned one = machine_.host_of(from);
    const unsigned other = machine_.host_of(to);
    if (machine_.unequal == 1 || one == other) return latency;
    SplitMix64 of_both(machine_.seed ^ (std::uint64_t{one} << 32U | other) * 0x9E3779B97F4A7C15);
    return latency * std::pow(machine_.unequal, share(of_both));
}

double SimulatedWire::delay_of_one() {
    if (machine_.delayed == 0) return 0;
    return share(random_) < machine_.delayed ? share(random_) * machine_.delay : 0;
}

}  // namespace scrump::detail

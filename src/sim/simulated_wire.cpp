#include "simulated_wire.hpp"

#include <algorithm>

namespace scrump::detail {

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
    latest = std::max(latest, leaves + takes + link.latency + delay_of_one());
    return latest;
}

double SimulatedWire::delay_of_one() {
    if (machine_.delayed == 0) return 0;
    const auto share = [this] { return static_cast<double>(random_() >> 11U) * 0x1p-53; };
    return share() < machine_.delayed ? share() * machine_.delay : 0;
}

}  // namespace scrump::detail

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
    }
    double& latest = latest_[std::uint64_t{from} << 32U | to];
    latest = std::max(latest, leaves + takes + link.latency);
    return latest;
}

}  // namespace scrump::detail

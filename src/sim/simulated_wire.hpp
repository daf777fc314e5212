#pragma once
// The links between the processes of a simulated machine: the arrival time of each message.

#include <scrump/base/random.hpp>
#include <scrump/sim/machine.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace scrump::detail {

class SimulatedWire {
  public:
    explicit SimulatedWire(const SimulatedMachine& machine)
        : machine_(machine), random_(machine.seed), free_(machine.hosts, 0) {}

    /// Arrival time of a message of this size that leaves at `now`, in ns. A host sends one at a time to others;
    /// between any two processes messages stay in order.
    double arrival(unsigned from, unsigned to, std::size_t bytes, double now);

  private:
    double latency(unsigned from, unsigned to) const;
    double delay_of_one();

    const SimulatedMachine& machine_;
    SplitMix64 random_;
    std::vector<double> free_;                          // when each host will have sent its messages
    std::unordered_map<std::uint64_t, double> latest_;  // last arrival, for each pair
};

}  // namespace scrump::detail

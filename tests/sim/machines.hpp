#pragma once
// Machines that tests simulate.

#include <scrump/sim/machine.hpp>

namespace scrump::test {

/// Hosts with a process of so many workers each; a node takes so many nanoseconds.
inline SimulatedMachine machine_of(unsigned hosts, unsigned workers, double node) {
    SimulatedMachine machine = SimulatedMachine::named("infiniband");
    machine.hosts = hosts;
    machine.workers = workers;
    machine.costs.node = node;
    return machine;
}

}  // namespace scrump::test

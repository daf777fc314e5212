#pragma once
// Measures the costs of this machine, for a simulated machine like it.

#include <scrump/runtime/session.hpp>
#include <scrump/sim/machine.hpp>

namespace scrump {

/// Collective: measures, in about two seconds, the time spent on everything besides nodes. With two or more processes,
/// it also measures messages between the first two, as `within` or `between`, whichever joins them; all other values
/// are those of SimulatedMachine(). The result is the first process's; one host, with as many workers as this process
/// has cores. Other programs that run meanwhile make it worthless.
SimulatedMachine calibrate(Session& session);

}  // namespace scrump

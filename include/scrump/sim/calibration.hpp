#pragma once
// How long things take on this machine, for a simulated one that is like it.

#include <scrump/runtime/session.hpp>
#include <scrump/sim/machine.hpp>

namespace scrump {

/// Collective: measures for about two seconds what time is spent on besides nodes. Between the first two processes, if
/// there are two, also messages, as `within` or `between`, whichever joins them; what is not measured is as it is in
/// SimulatedMachine(). The result is the first process's; one host, with as many workers as this process has cores.
/// Other programs that run meanwhile make it worthless.
SimulatedMachine calibrate(Session& session);

}  // namespace scrump

#pragma once
// A command on a simulated machine: `--simulate MACHINE` among its options. All processes of the machine do what the
// command does; the first one prints.

#include <scrump/runtime/session.hpp>
#include <scrump/sim/machine.hpp>

#include <functional>
#include <optional>

namespace scrump::cli {

/// The machine that a command line asks for; none: it is to run on this one. Whatever else is wrong with the line is
/// found out later. Throws as SimulatedMachine::parse().
std::optional<SimulatedMachine> simulated_machine(int argc, const char* const* argv);

/// As run_in_session(), on that machine; returns the exit status.
int run_simulated(const SimulatedMachine& machine, const std::function<int(Session&)>& body,
                  const Session::ReportError& report);

}  // namespace scrump::cli

#pragma once
// A command on a simulated machine: `--simulate MACHINE` among its options. All processes of the machine do what the
// command does; the first one prints.

#include "command_line.hpp"
#include "report.hpp"

#include <scrump/runtime/session.hpp>
#include <scrump/sim/machine.hpp>

#include <functional>
#include <optional>
#include <string>

namespace scrump::cli {

/// The option. What it gives is known before: simulated_machine().
Argument declare_simulation(Command command, std::optional<SimulatedMachine>& machine, const std::string& group);

/// What it is, for people, and what the simulation came to.
std::string machine_text(const SimulatedMachine& machine);

/// The same for machines, if there is one: `simulated` and `simulation`.
void put_simulation(Report::Json& json, const std::optional<SimulatedMachine>& machine);

/// The machine that a command line asks for; none: it is to run on this one. Whatever else is wrong with the line is
/// found out later. Throws as SimulatedMachine::parse(), and UsageError where `--workers` says another number of
/// workers.
std::optional<SimulatedMachine> simulated_machine(int argc, const char* const* argv);

/// As run_in_session(), on that machine; returns the exit status.
int run_simulated(const SimulatedMachine& machine, const std::function<int(Session&)>& body,
                  const Session::ReportError& report);

}  // namespace scrump::cli

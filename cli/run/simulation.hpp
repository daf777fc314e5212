#pragma once
// A command on a simulated machine: `--simulate MACHINE` among its options. All processes of the machine do what the
// command does; the first one prints.

#include "line/command_line.hpp"
#include "run/report.hpp"

#include <scrump/runtime/session.hpp>
#include <scrump/sim/machine.hpp>

#include <functional>
#include <optional>
#include <string>

namespace scrump::cli {

/// What other options say of a simulated machine.
struct MachineOptions {
    const unsigned& workers;                 ///< counts where the command line has `--workers`
    const std::string* reference = nullptr;  ///< a file with a run whose nodes took as long as those of the machine
};

/// Declares the option `--simulate`. Once the command line is parsed, `machine` is what it and `others` name; a
/// contradiction is a UsageError.
Argument declare_simulation(Command command, std::optional<SimulatedMachine>& machine, const MachineOptions& others);

/// What it is, for people, and what the simulation came to.
std::string machine_text(const SimulatedMachine& machine);

/// The same for machines, if there is one: `simulated` and `simulation`.
void put_simulation(Report::Json& json, const std::optional<SimulatedMachine>& machine);

/// As run_in_session(), on that machine; returns the exit status.
int run_simulated(const SimulatedMachine& machine, const std::function<int(Session&)>& body,
                  const Session::ReportError& report);

}  // namespace scrump::cli

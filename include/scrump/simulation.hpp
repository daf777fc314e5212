#pragma once

// Include it for simulated machines.
//
// A program on a simulated machine: its processes, workers and messages are the real ones, in a simulated time that
// passes as the model of the machine says.
//
//     scrump::SimulatedMachine machine = scrump::SimulatedMachine::named("infiniband");
//     machine.hosts = 20;
//     machine.workers = 15;
//     const scrump::Simulation done = scrump::simulate(machine, [](scrump::Session& session) {
//         …  // as in run_in_session(): search, show the result if session.first()
//         return 0;
//     });
//
// All of it runs on the calling thread, so nothing depends on chance: the same program on the same machine behaves
// identically, down to the last message.

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/sim/calibration.hpp>
#include <scrump/sim/machine.hpp>
#include <scrump/sim/work.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace scrump {

/// Result of a program on a simulated machine.
struct Simulation {
    std::vector<int> statuses{};  ///< exit status of each process; if it died with its host, that of an error
    double seconds = 0;           ///< simulated time until the last process ended, in seconds
    std::uint64_t events = 0;     ///< number of events, of threads and of messages
    std::uint64_t messages = 0;   ///< number of messages between processes

    /// Exit status of the first process that did not end with 0; 0 if all did.
    int status() const;
};

/// Runs `body(session)` in each process of the machine. What it throws ends the program and is shown, as by
/// Session::run(). A process whose host dies before the process has ended gets the status that `report` returns for an
/// error that names the host; that error is shown if no other process is left to show one. Throws Error if no more
/// events are possible before all processes have ended, or if the run takes longer than SimulatedMachine::longest; some
/// of the resources of the processes are then never released. Must not be called by two threads at once.
Simulation simulate(const SimulatedMachine& machine, const std::function<int(Session&)>& body,
                    const Session::ReportError& report = Session::print);

/// The results so far of the simulation in which the calling thread runs; none outside a simulation.
std::optional<Simulation> simulation_so_far();

}  // namespace scrump

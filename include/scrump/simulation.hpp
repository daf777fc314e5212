#pragma once
// A program on a machine that does not exist: its processes, their workers and what they say to each other are the real
// ones, in a time that passes as the machine says.
//
//     scrump::SimulatedMachine machine = scrump::SimulatedMachine::named("infiniband");
//     machine.hosts = 20;
//     machine.workers = 15;
//     const scrump::Simulation done = scrump::simulate(machine, [](scrump::Session& session) {
//         …  // as in run_in_session(): search, show the result if session.first()
//         return 0;
//     });
//
// All of it runs on the calling thread, so nothing that it does depends on chance: the same program on the same machine
// does the same to the last message.

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

/// What came of a program on a simulated machine.
struct Simulation {
    std::vector<int> statuses{};  ///< exit status of each process; of one that died with its host, that of an error
    double seconds = 0;           ///< of the machine's own time, until the last one ended
    std::uint64_t events = 0;     ///< how often something happened, to a thread or a message
    std::uint64_t messages = 0;   ///< that went from one process to another

    /// That of the first process which did not end with 0; 0 if all did.
    int status() const;
};

/// Runs `body(session)` in each process of the machine. What it throws ends the program, and is shown, as
/// Session::run() does. A process whose host dies before it has ended has the status that `report` gives for an error
/// that names the host; that error is shown where no process is left to show another. Throws Error where nothing can
/// happen any more before all processes have ended, or where it takes longer than SimulatedMachine::longest: then some
/// of what they held is never given back. Not to be called by two threads at once.
Simulation simulate(const SimulatedMachine& machine, const std::function<int(Session&)>& body,
                    const Session::ReportError& report = Session::print);

/// Of the simulation that a thread is in: what it came to so far. Nothing outside of any.
std::optional<Simulation> simulation_so_far();

}  // namespace scrump

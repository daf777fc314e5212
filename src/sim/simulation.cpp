#include <scrump/simulation.hpp>

#include "simulated_group.hpp"
#include "simulated_platform.hpp"
#include "simulated_world.hpp"

#include <algorithm>
#include <exception>
#include <memory>

namespace scrump {
namespace {

int run_process(detail::SimulatedWorld& world, unsigned self, const std::function<int(Session&)>& body,
                const Session::ReportError& report) {
    try {
        Session session(std::make_unique<detail::SimulatedGroup>(world, self));
        return session.run([&] { return body(session); }, report);
    } catch (const std::exception& error) {
        return report(error, self == 0);
    }
}

}  // namespace

int Simulation::status() const {
    const auto other = std::find_if(statuses.begin(), statuses.end(), [](int status) { return status != 0; });
    return other == statuses.end() ? 0 : *other;
}

Simulation simulate(const SimulatedMachine& machine, const std::function<int(Session&)>& body,
                    const Session::ReportError& report) {
    detail::SimulatedPlatform platform(machine);
    const detail::Platform::Scope scope(platform);
    detail::SimulatedWorld world(platform);
    Simulation done;
    done.statuses.resize(machine.processes());
    for (unsigned process = 0; process < machine.processes(); ++process) {
        platform.start_process(process,
                               [&, process] { done.statuses[process] = run_process(world, process, body, report); });
    }
    platform.run();
    done.seconds = platform.elapsed() * 1e-9;
    done.events = platform.time().events();
    done.messages = world.messages();
    return done;
}

}  // namespace scrump

#include <scrump/simulation.hpp>

#include "simulated_group.hpp"
#include "simulated_platform.hpp"
#include "simulated_world.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

namespace scrump {
namespace {

// A simulation on its way: there is one at a time.
struct Running {
    explicit Running(const SimulatedMachine& machine)
        : platform(machine), scope(platform), world(platform), statuses(machine.processes()) {
        current = this;
    }
    ~Running() { current = nullptr; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    Simulation so_far() {
        return {.statuses = statuses,
                .seconds = platform.elapsed() * 1e-9,
                .events = platform.time().events(),
                .messages = world.messages()};
    }

    static Running* current;

    detail::SimulatedPlatform platform;
    detail::Platform::Scope scope;
    detail::SimulatedWorld world;
    std::vector<int> statuses;
};

Running* Running::current = nullptr;

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
    Running under_way(machine);
    for (unsigned process = 0; process < machine.processes(); ++process) {
        under_way.platform.start_process(process, [&, process] {
            under_way.statuses[process] = run_process(under_way.world, process, body, report);
        });
    }
    under_way.platform.run();
    return under_way.so_far();
}

std::optional<Simulation> simulation_so_far() {
    return Running::current == nullptr ? std::nullopt : std::optional(Running::current->so_far());
}

}  // namespace scrump

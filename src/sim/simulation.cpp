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

// A simulation on its way.
struct Running {
    explicit Running(const SimulatedMachine& machine)
        : platform(machine), scope(platform), world(platform), statuses(machine.processes()) {}

    Simulation so_far() {
        return {.statuses = statuses,
                .seconds = platform.elapsed() * 1e-9,
                .events = platform.time().events(),
                .messages = world.messages()};
    }

    detail::SimulatedPlatform platform;
    detail::Platform::Scope scope;
    detail::SimulatedWorld world;
    std::vector<int> statuses;
};

// There is one at a time.
Running* running = nullptr;

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
    struct Told {
        explicit Told(Running& now) { running = &now; }
        ~Told() { running = nullptr; }
        Told(const Told&) = delete;
        Told& operator=(const Told&) = delete;
    } const told(under_way);
    for (unsigned process = 0; process < machine.processes(); ++process) {
        under_way.platform.start_process(process, [&, process] {
            under_way.statuses[process] = run_process(under_way.world, process, body, report);
        });
    }
    under_way.platform.run();
    return under_way.so_far();
}

std::optional<Simulation> simulation_so_far() {
    return running == nullptr ? std::nullopt : std::optional(running->so_far());
}

}  // namespace scrump

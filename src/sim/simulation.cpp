#include <scrump/simulation.hpp>

#include "simulated_group.hpp"
#include "simulated_platform.hpp"
#include "simulated_world.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrump {
namespace {

// Passes on what processes report, and keeps the first error until one was shown: the process that was to show it may
// die before.
class Reports {
  public:
    explicit Reports(const Session::ReportError& report) : report_(report) {}

    int operator()(const std::exception& error, bool is_reporter) {
        shown_ = shown_ || is_reporter;
        if (!first_) first_ = {.text = error.what(), .usage = dynamic_cast<const UsageError*>(&error) != nullptr};
        return report_(error, is_reporter);
    }
    /// Shows the first error, if none was shown.
    void show_first() {
        if (shown_ || !first_) return;
        shown_ = true;
        if (first_->usage) {
            report_(UsageError(first_->text), true);
        } else {
            report_(Error(first_->text), true);
        }
    }
    bool shown() const { return shown_; }

  private:
    struct First {
        std::string text;
        bool usage;
    };

    const Session::ReportError& report_;
    std::optional<First> first_;
    bool shown_ = false;
};

// A simulation on its way: there is one at a time.
struct Running {
    explicit Running(const SimulatedMachine& machine)
        : platform(machine), scope(platform), world(platform), ended(machine.processes()), statuses(ended.size()) {
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

    // Of processes that died with their hosts: what died is an error as any other, shown if nothing else was.
    void report_dead(Reports& reports) {
        reports.show_first();
        for (unsigned process = 0; process < ended.size(); ++process) {
            if (ended[process]) continue;
            const Error error("the program did not end: hosts of the simulated machine have died (" +
                              platform.names_of_dead() + ")");
            statuses[process] = reports(error, !reports.shown());
        }
    }

    static Running* current;

    detail::SimulatedPlatform platform;
    detail::Platform::Scope scope;
    detail::SimulatedWorld world;
    std::vector<bool> ended;  // by process
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
    Reports reports(report);
    for (unsigned process = 0; process < machine.processes(); ++process) {
        under_way.platform.start_process(process, [&, process] {
            under_way.statuses[process] = run_process(under_way.world, process, body, std::ref(reports));
            under_way.ended[process] = true;
        });
    }
    under_way.platform.run();
    under_way.report_dead(reports);
    return under_way.so_far();
}

std::optional<Simulation> simulation_so_far() {
    return Running::current == nullptr ? std::nullopt : std::optional(Running::current->so_far());
}

}  // namespace scrump

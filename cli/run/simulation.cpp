#include "run/simulation.hpp"

#include "line/texts.hpp"
#include "run/report_json.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/runtime/run_options.hpp>
#include <scrump/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <string_view>

namespace scrump::cli {
namespace {

bool names_workers(const std::string& machine) {
    const bool has_name = spec_name(machine).find('=') == std::string_view::npos;
    const Spec spec = parse_spec(has_name ? machine : "machine:" + machine);
    return std::ranges::any_of(spec.entries, [](const auto& entry) { return entry.first == "workers"; });
}

// Each has a core, so the machine has to know.
void take_workers(SimulatedMachine& machine, const std::string& spec, unsigned workers) {
    if (names_workers(spec) && machine.workers != workers)
        throw UsageError(fmt::format("--workers {} and --simulate {} contradict each other", workers, spec));
    machine.workers = workers;
}

// The machine that `text` names becomes what the other options make of it.
void complete(SimulatedMachine& machine, const std::string& text, const Command& command,
              const MachineOptions& others) {
    if (others.workers > 0 && command.was_given("--workers")) take_workers(machine, text, others.workers);
    if (others.reference != nullptr && !others.reference->empty()) {
        machine.costs.node = read_reference(*others.reference).seconds_per_node * 1e9;
    } else if (const auto known = machine.nodes.find(command.name()); known != machine.nodes.end()) {
        machine.costs.node = known->second;
    }
}

}  // namespace

Argument declare_simulation(Command command, std::optional<SimulatedMachine>& machine, const MachineOptions& others) {
    const auto text = std::make_shared<std::string>();
    const auto read = [text](const std::string& given) {
        *text = given;
        return SimulatedMachine::parse(given);
    };
    command.runs_on([&machine, text, command, others] {
        if (machine) complete(*machine, *text, command, others);
        return machine;
    });
    return command
        .option("--simulate", machine, read,
                "Run on a simulated machine: infiniband:hosts=20,workers=15 (see docs/simulation.md)")
        .type_name("[NAME:]key=value,…")
        .group(std::string(detail::how_to_run));
}

std::string machine_text(const SimulatedMachine& machine) {
    std::string text =
        fmt::format("{} of {} of {}: times are that machine's", in_full(machine.hosts, "host"),
                    machine.localities == 1 ? "1 process" : fmt::format("{} processes", machine.localities),
                    in_full(machine.workers, "worker"));
    if (const auto done = simulation_so_far())
        text += fmt::format("; {} events, {} messages", done->events, done->messages);
    return text;
}

void put_simulation(Report::Json& json, const std::optional<SimulatedMachine>& machine) {
    if (!machine) return;
    json["simulated"] = Report::Json::parse(machine->to_json());
    if (const auto done = simulation_so_far())
        json["simulation"] = {{"events", done->events}, {"messages", done->messages}};
}

int run_simulated(const SimulatedMachine& machine, const std::function<int(Session&)>& body,
                  const Session::ReportError& report) {
    try {
        return simulate(machine, body, report).status();
    } catch (const std::exception& error) {
        return report(error, true);
    }
}

}  // namespace scrump::cli

#include "simulation.hpp"

#include "report_json.hpp"
#include "texts.hpp"

#include <scrump/base/text.hpp>
#include <scrump/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>

namespace scrump::cli {
namespace {

// A value that is missing is an error that the command line finds.
std::optional<std::string> value_of(std::string_view option, int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") return std::nullopt;
        if (word == option && i + 1 < argc) return argv[i + 1];
        if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
            return std::string(word.substr(option.size() + 1));
    }
    return std::nullopt;
}

}  // namespace

Argument declare_simulation(Command command, std::optional<SimulatedMachine>& machine, const std::string& group) {
    return command
        .option("--simulate", machine, SimulatedMachine::parse,
                "On a machine that does not exist: infiniband:hosts=20,workers=15 (see docs/simulation.md)")
        .type_name("[NAME:]key=value,…")
        .group(group);
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

std::optional<SimulatedMachine> simulated_machine(int argc, const char* const* argv) {
    const std::optional<std::string> text = value_of("--simulate", argc, argv);
    if (!text) return std::nullopt;
    SimulatedMachine machine = SimulatedMachine::parse(*text);
    if (const std::optional<std::string> reference = value_of("--reference", argc, argv)) {
        machine.costs.node = read_reference(*reference).seconds_per_node * 1e9;
        return machine;
    }
    if (const auto known = machine.nodes.find(argv[1]); known != machine.nodes.end())
        machine.costs.node = known->second;
    return machine;
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

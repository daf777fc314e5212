#include "simulation.hpp"

#include "report_json.hpp"
#include "texts.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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

// The workers of each process that an option asks for. The command line reports any other text as an error.
std::optional<unsigned> workers_in(const std::string& text) {
    unsigned workers = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), workers);
    if (error != std::errc() || rest != text.data() + text.size() || workers == 0) return std::nullopt;
    return workers;
}

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

// That of the command, once it is known.
std::optional<SimulatedMachine>& machine_of_command() {
    static std::optional<SimulatedMachine> only;
    return only;
}

// The machine that the text alone names is not yet what the other options make of it.
SimulatedMachine read_machine(const std::string& text) {
    const auto& known = machine_of_command();
    return known ? *known : SimulatedMachine::parse(text);
}

}  // namespace

Argument declare_simulation(Command command, std::optional<SimulatedMachine>& machine, const std::string& group) {
    return command
        .option("--simulate", machine, read_machine,
                "Run on a simulated machine: infiniband:hosts=20,workers=15 (see docs/simulation.md)")
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
    if (const auto given = value_of("--workers", argc, argv))
        if (const auto workers = workers_in(*given)) take_workers(machine, *text, *workers);
    if (const std::optional<std::string> reference = value_of("--reference", argc, argv)) {
        machine.costs.node = read_reference(*reference).seconds_per_node * 1e9;
    } else if (const auto known = machine.nodes.find(argv[1]); known != machine.nodes.end()) {
        machine.costs.node = known->second;
    }
    machine_of_command() = machine;
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

// scrump reach: all states that a model given as decision diagrams, or a net, can come to.

#include "commands.hpp"
#include "doors/reach_arguments.hpp"
#include "line/table_options.hpp"
#include "line/texts.hpp"
#include "line/values.hpp"
#include "run/live_run.hpp"
#include "run/output_options.hpp"
#include "run/print_run.hpp"
#include "run/simulation.hpp"
#include "run/source.hpp"
#include "run/statistics_tables.hpp"
#include "tools/file_kinds.hpp"

#include "results/reach_json.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/diagrams.hpp>
#include <scrump/states/diagrams/model_file.hpp>
#include <scrump/states/diagrams/option_table.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::cli {
namespace {

/// "3,0,17": the entries of a state.
StateVector read_state(const std::string& text) {
    StateVector values;
    std::istringstream entries(text);
    for (std::string entry; std::getline(entries, entry, ',');) values.push_back(whole_number()(entry));
    if (values.empty() || text.back() == ',') throw BadValue("a state is numbers with commas between them");
    return values;
}

std::string text_of(const StateVector& state) {
    return fmt::format("{}", fmt::join(state, ","));
}

std::string symbolic_progress_text(const SymbolicProgress& progress) {
    const DiagramProgress& now = progress.diagrams;
    return fmt::format("{:.1f} s  {} rounds  {} nodes, {:.0f}% of the table  {} of {} workers busy",
                       now.elapsed.count(), progress.rounds, human(static_cast<double>(now.nodes)),
                       100 * static_cast<double>(now.nodes) / static_cast<double>(now.buckets), now.busy_workers,
                       now.workers);
}

// --- For people

void add_path(Lines& lines, const std::string& label, const std::vector<StateVector>& path,
              const std::vector<std::size_t>& relations) {
    if (path.empty()) return;
    lines.emplace_back(label, in_full(path.size() - 1, "step"));
    for (std::size_t i = 0; i < path.size(); ++i) {
        lines.back().second += "\n    " + text_of(path[i]);
        if (i > 0) lines.back().second += fmt::format("  by relation {}", relations[i - 1]);
    }
}

void print_rounds(const std::vector<SymbolicRound>& rounds) {
    fmt::print("\n{:>7}{:>12}{:>14}{:>16}{:>12}\n", "round", "time (s)", "table nodes", "states", "nodes");
    for (std::size_t number = 0; number < rounds.size(); ++number) {
        const SymbolicRound& round = rounds[number];
        fmt::print("{:>7}{:>12.3f}{:>14}{:>16}{:>12}\n", number + 1, round.seconds, round.table_nodes,
                   round.states ? fmt::format("{:.15g}", *round.states) : "", round.nodes);
    }
}

Lines answer_of(const SymbolicReachability& found, const AnyModel& model, const SymbolicReachOptions& options) {
    Lines lines;
    if (found.status != Status::complete) return lines;
    lines.emplace_back("states", fmt::format("{}, in {} nodes", found.states.digits, found.nodes));
    if (found.deadlocks) lines.emplace_back("deadlocks", found.deadlocks->digits);
    add_path(lines, "to one", found.deadlock_path, found.deadlock_path_relations);
    if (options.path_to && found.path.empty()) lines.emplace_back("path", "none: that state cannot be reached");
    add_path(lines, "path", found.path, found.path_relations);
    if (!found.path.empty() || !found.deadlock_path.empty()) lines.emplace_back("legend", results::legend_of(model));
    return lines;
}

Lines lines_beneath(const SymbolicReachability& found, const results::RunReport& run, const ReachArguments& given) {
    Lines lines = {{"status", status_text(run.status)},
                   {"time", fmt::format("{:.3f} s; {:.3f} s for the states", found.tasks.seconds, found.seconds)},
                   {"rounds", fmt::format("{} by {}", found.rounds.size(), name(given.options.strategy))}};
    const DiagramStatistics& diagrams = found.diagrams;
    lines.emplace_back(
        "table",
        fmt::format("{} nodes at most in {} buckets, {:.1f} bytes a node at the end; {} collections, {} growths",
                    diagrams.peak_nodes, diagrams.buckets, results::bytes_a_node(diagrams), diagrams.collections,
                    diagrams.growths));
    add_workers(lines, run);
    if (given.machine) lines.emplace_back("simulated", machine_text(*given.machine));
    add_paper(lines, run);
    add_trace(lines, run);
    return lines;
}

void print_tables(const SymbolicReachability& found, const results::RunReport& run, const ReachArguments& given) {
    if (given.options.count_rounds) print_rounds(found.rounds);
    if (!given.stats) return;
    const DiagramStatistics& diagrams = found.diagrams;
    print_line("alone", fmt::format("{:.3f} s for collections, {:.3f} s for growths, in which no operation went on",
                                    diagrams.collecting_seconds, diagrams.growing_seconds));
    print_line("operations", fmt::format("{} steps, {} of them remembered; {} nodes made; {} begun again for room",
                                         diagrams.operations, diagrams.known, diagrams.inserted, diagrams.begun_again));
    print_statistics(run.statistics, Computation::tasks, std::numeric_limits<double>::quiet_NaN());
}

// --- What it does

bool is_file(const std::string& /*name*/) {
    return true;
}

SymbolicReachability find(const ReachArguments& given, const AnyModel& model, LiveRun& live) {
    SymbolicReachOptions options = given.options;
    options.diagrams.tasks.began = live.began();
    live.connect(options.diagrams.tasks);
    LiveCounters counters(live);
    counters.connect(options.diagrams.tasks.observe, given.counters, given.json);
    live.show(options.progress, options.diagrams.progress_interval, given,
              [](const SymbolicProgress& progress) { return symbolic_progress_text(progress); });
    SymbolicReachability found = std::visit([&](const auto& each) { return reach(each, options); }, model);
    live.clear();
    return found;
}

AnyModel read(const Source& source, const ReachArguments& given) {
    if (given.format) return read_any_model(*source.text, source.title, given.format);
    std::optional<ModelFormat> format;
    try {
        format = detect_model_format(*source.text, source.title);
    } catch (const Error& error) {
        throw Error(error.what() + where_it_belongs(*source.text, given.model));
    }
    return read_any_model(*source.text, source.title, format);
}

void refuse_options_of_nets(const ReachArguments& given) {
    const auto refuse = [](bool is_given, const char* option) {
        if (is_given) throw UsageError(fmt::format("reach: {} is for nets alone", option));
    };
    refuse(given.order.named.has_value(), "--order");
    refuse(!given.order.file.empty(), "--order-file");
    refuse(!given.write_order.empty(), "--write-order");
    refuse(given.order.reorder.has_value(), "--reorder");
    refuse(given.order.growth.has_value(), "--reorder-growth");
}

// A model of lists is explored by one process, which reach() sees to.
void refuse_options_of_processes(const ReachArguments& given) {
    if (given.texts->contains("dead-after"))
        throw UsageError("reach: of a model of lists, --dead-after means nothing: its states are found by one process");
}

int run_and_print(const ReachArguments& given, const Process& process) {
    LiveRun live(process, given.options.diagrams.tasks.time_limit, given.machine.has_value());
    const Source source = read_source(given.model, is_file, process.session);
    if (!given.format && state_model_in(*source.text, given.model) == "pnml")
        return run_net(given, source, live, process);
    refuse_options_of_nets(given);
    const AnyModel model = read(source, given);
    if (std::holds_alternative<ListModel>(model)) refuse_options_of_processes(given);
    const SymbolicReachability found = find(given, model, live);
    const Exit exit = found.status == Status::complete ? solved : stopped;
    if (!process.first()) return exit;
    results::RunReport run = results::report_of(found, model, given.options, given.model);
    put_simulation(run.more, given.machine);
    RunText text{.answer = answer_of(found, model, given.options),
                 .quiet = std::vector<std::string>(),
                 .rest = lines_beneath(found, run, given),
                 .tables = [&] { print_tables(found, run, given); }};
    if (exit == solved) text.quiet->push_back(found.states.digits);
    return print_run(run, text, given, process.invocation, exit);
}

void declare_format(Command command, std::optional<ModelFormat>& format) {
    Choices<std::optional<ModelFormat>> choices = {{"auto", std::nullopt}};
    for (const NamedModelFormat& each : model_formats()) choices.emplace_back(std::string(each.name), each.format);
    command.option("--format", format, one_of(choices), "Format of the model, if its contents do not say: see below")
        .type_name("F")
        .initially("auto");
}

std::string formats_help() {
    std::string text;
    for (const NamedModelFormat& each : model_formats()) text += fmt::format("  {:<9}{}\n", each.name, each.about);
    return text;
}

void declare_options(Command command, ReachArguments& given) {
    SymbolicReachOptions& options = given.options;
    command
        .option("MODEL", given.model, a_name(),
                "A file of decision diagrams or a Petri net (PNML), or - for standard input")
        .required();
    declare_format(command, given.format);
    command.flag("--deadlocks", options.find_deadlocks, "Count deadlocks and show a shortest path to one");
    command
        .option("--path-to", options.path_to, read_state,
                "Show a shortest path to a state, given by its entries, or the tokens of each place, with commas "
                "between them")
        .type_name("N,N,…");
    declare_net_options(command, given);
    TablePart<SymbolicReachOptions> part;
    part.given = given.texts;
    declare_table(command, options, option_table<SymbolicReachOptions>(), part);
    declare_simulation(command, given.machine, {.workers = options.diagrams.tasks.workers});
    declare_counters(command, given.counters, options.diagrams.tasks.observe_interval, Computation::tasks);
    declare_output(command, given, "Print the number of states alone", "Also print what each worker did");
    command.flag("--rounds", options.count_rounds, "Count states and nodes after each round").group(what_to_print);
    command.footer([] {
        return "Strategies:\n" + reach_strategies_help() + "\nOrders of the places of a net (--order):\n" +
               counter_orders_help() + "\nFormats of models (--format):\n" + formats_help();
    });
}

}  // namespace

void declare_reach(CommandLine& line) {
    const auto given = std::make_shared<ReachArguments>();
    Command command = line.subcommand("reach", "Find all states that a model or net can reach, by decision diagrams");
    command.options([given](Command own) { declare_options(own, *given); });
    command.does([given](const Process& process) { return run_and_print(*given, process); });
}

}  // namespace scrump::cli

// scrump explore: explores the state spaces of models.

#include "commands.hpp"
#include "doors/net_options.hpp"
#include "doors/state_models.hpp"
#include "line/table_options.hpp"
#include "line/texts.hpp"
#include "line/values.hpp"
#include "run/output_options.hpp"
#include "run/simulation.hpp"
#include "run/walk_report.hpp"
#include "tools/file_kinds.hpp"

#include <scrump/base/error.hpp>
#include <scrump/states/explore/option_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

std::string list_of_models() {
    std::string text = "Models:\n";
    for (const NamedStateModel& each : state_models())
        text += fmt::format("  {:<13}{:<14}{}\n", each.name, each.argument, each.about);
    return text + "\nWhat is kept of states (--storage):\n" + state_storages_help();
}

std::vector<std::string> names_of_models() {
    std::vector<std::string> names;
    for (const NamedStateModel& each : state_models()) names.emplace_back(each.name);
    return names;
}

const NamedStateModel* model_named(std::string_view name) {
    const auto found = std::ranges::find(state_models(), name,
                                         [](const NamedStateModel& each) { return std::string_view(each.name); });
    return found == state_models().end() ? nullptr : &*found;
}

bool names_file(const std::string& name) {
    std::error_code ignored;
    return name == "-" || std::filesystem::exists(name, ignored);
}

// "pnml FILE", or the file alone, whose contents say what it is.
StatesArguments resolved(StatesArguments given, Session& session) {
    given.model = model_named(given.model_or_file);
    if (given.model != nullptr) {
        given.file = given.argument;
        if (!given.argument.empty()) return given;
        throw UsageError(fmt::format("explore {}: {} is missing; see scrump explore --help", given.model->name,
                                     given.model->argument));
    }
    const std::string& file = given.model_or_file;
    const bool is_file = session.broadcast(session.first() && names_file(file) ? "f" : "") == "f";
    if (!given.argument.empty() || !is_file) {
        try {
            refuse_word(file, names_of_models());
        } catch (const BadValue& error) {
            throw UsageError(
                fmt::format("explore: MODEL: {}{}", error.what(), given.argument.empty() ? "; nor is it a file" : ""));
        }
    }
    given.text = read_state_file(file, session);
    const std::string title = title_of_file(file);
    given.model = model_named(state_model_in(*given.text, file));
    if (given.model == nullptr)
        throw Error(title + ": neither a net (PNML), levels of Sokoban (XSB) nor a compiled model" +
                    where_it_belongs(*given.text, file));
    given.argument = title;
    given.file = file;
    return given;
}

// Those of one model alone.
void refuse_options_of_others(const StatesArguments& given) {
    const auto refuse = [&](bool is_given, const std::string& option) {
        for (const NamedStateModel& each : state_models()) {
            const std::string own = std::string(each.own_options) + ' ';
            if (!is_given || &each == given.model || own.find(option + ' ') == std::string::npos) continue;
            throw UsageError(fmt::format("explore {}: {} is for {} alone", given.model->name, option, each.name));
        }
    };
    refuse(!given.board.empty(), "--board");
    refuse(!given.goal.empty(), "--goal");
    refuse(given.level.has_value(), "--level");
    refuse(given.exchanged, "--exchanged");
    refuse(given.contrary, "--contrary");
    refuse(given.symmetry, "--symmetry");
    refuse(given.reduction != petri::NetReduction::none, "--reduction");
    refuse(!given.invariants.empty(), "--invariant");
}

// Walks keep no states, and each process would walk for itself.
void refuse_beside_walks(const StatesArguments& given, const OptionTexts& texts, const Session& session) {
    if (!given.random_walk) return;
    const auto refuse = [&](const std::string& option) {
        throw UsageError(
            fmt::format("explore {}: {} cannot be combined with --random-walk", given.model->name, option));
    };
    for (const auto& [name, text] : texts)
        if (find_option(option_table<RandomWalkOptions>(), name) == nullptr) refuse("--" + name);
    if (!given.graph.empty()) refuse("--graph");
    if (given.symmetry) refuse("--symmetry");
    if (given.machine) refuse("--simulate");
    if (!given.counters.wanted.empty()) refuse("--counters");
    if (session.size() > 1)
        throw UsageError(
            fmt::format("explore {}: --random-walk runs in one process; start it without mpirun", given.model->name));
}

// Options that mean nothing beside others.
void refuse_what_means_nothing(const StatesArguments& given, const OptionTexts& texts) {
    const auto refuse = [&](const std::string& what) {
        throw UsageError(fmt::format("explore {}: {}", given.model->name, what));
    };
    const ExploreOptions& options = given.options;
    if (options.order == ExplorationOrder::depth_first && options.level_limit != ExploreOptions().level_limit)
        refuse("--levels is for the order breadth-first: depth-first knows no levels");
    if (given.machine && !options.disk.empty()) refuse("--disk cannot be combined with --simulate");
    // One process, whose workers take what is next of blocks and parts.
    if (!options.disk.empty())
        for (const char* const name : {"policy", "seed", "dead-after"})
            if (texts.contains(name)) refuse(fmt::format("--{} cannot be combined with --disk", name));
    if (given.all && !given.invariants.empty()) refuse("--invariant cannot be combined with --all");
    if (given.all && !given.goal.empty()) refuse("--goal cannot be combined with --all");
    if (given.output.path && !options.paths) refuse("--path cannot be combined with --no-paths");
}

// The options of walks, for the report.
RandomWalkOptions walk_of(const StatesArguments& given) {
    RandomWalkOptions options = given.walk;
    options.seed = given.options.seed;
    return options;
}

int run_and_print(const StatesArguments& words, const OptionTexts& texts, const Process& process) {
    const StatesArguments given = resolved(words, process.session);
    refuse_options_of_others(given);
    refuse_beside_walks(given, texts, process.session);
    refuse_what_means_nothing(given, texts);
    StatesExecution execution(given, process);
    try {
        given.model->run(execution);
    } catch (const BadValue& error) {
        throw UsageError(fmt::format("{}: {}", execution.report.problem, error.what()));
    }
    if (!process.first()) return execution.report.status == Status::complete ? solved : stopped;
    if (execution.report.walks) return print_walk(execution.report, walk_of(given), given.output, process.invocation);
    return print(execution.report, given.options, given.output, process.invocation);
}

void declare_models(Command command, StatesArguments& given) {
    const std::string group = "What to look for";
    const Argument board = command
                               .option("--board", given.board, a_name(),
                                       "puzzle: initial board, \"8 6 7 2 5 4 3 0 1\", row by row, 0 for the blank")
                               .type_name("TILES")
                               .group(group);
    command
        .option("--goal", given.goal, a_name(),
                "puzzle: goal board: 0 1 2 … (blank-first), 1 2 … 0 (blank-last) or tiles [default: "
                "blank-first]")
        .type_name("blank-first|blank-last|TILES")
        .needs(board)
        .group(group);
    command.option("--level", given.level, whole_number(1), "sokoban: number of the level in the file [default: 1]")
        .type_name("N")
        .group(group);
    command.flag("--exchanged", given.exchanged, "peterson: swap two assignments").group(group);
    command.flag("--contrary", given.contrary, "philosophers: let one take the right fork first").group(group);
    command
        .flag("--symmetry", given.symmetry,
              "philosophers: visit one representative of the states that are alike when the table is turned")
        .group(group);
    declare_reduction(command, given.reduction,
                      "pnml: with stubborn, leave out markings that are not needed to find all deadlocks", group);
    command
        .option("--invariant", given.invariants, read_names,
                "pins: labels of states that must hold in every state, or must not, with a ! before them")
        .type_name("[!]LABEL,…")
        .group(group);
    const Argument deadlock =
        command.flag("--find-deadlock", given.find_deadlock, "Find a state without successors, in any model")
            .group(group);
    const Argument all = command.flag("--all", given.all, "Visit every state; do not stop at a property")
                             .excludes(deadlock)
                             .group(group);
    command
        .flag("--random-walk", given.random_walk,
              "Walk at random, again and again, until something is found; do not keep states")
        .excludes(all)
        .group(group);
}

void declare_options(Command command, StatesArguments& given, std::shared_ptr<OptionTexts> texts) {
    command
        .option("MODEL", given.model_or_file, a_name(),
                "Name of a model (see below), or a file whose contents say which model it is")
        .words(names_of_models())
        .required();
    command.option("ARGUMENT", given.argument, a_name(), "Size of the model, or its file (- for standard input)");
    declare_models(command, given);
    TablePart<ExploreOptions> part;
    part.given = std::move(texts);
    declare_table(command, given.options, option_table<ExploreOptions>(), part);
    TablePart<RandomWalkOptions> of_walks;
    of_walks.without = {"workers", "time-limit", "seed", "no-pin"};
    declare_table(command, given.walk, option_table<RandomWalkOptions>(), of_walks);
    command.declared("--depth").needs(command.declared("--random-walk"));
    declare_simulation(command, given.machine, {.workers = given.options.workers});
    declare_counters(command, given.counters, given.options.observe_interval, Computation::states);
    declare_output(command, given.output, "Print the answer alone",
                   "Also print states and seconds by level, and what each worker and locality did");
    command.flag("--path", given.output.path, "Also print the states of the path to what was found")
        .group(what_to_print);
    const Argument graph = command
                               .option("--graph", given.graph, a_name(),
                                       "Also write all states and transitions to FILE, as its ending says: .dot, .gv "
                                       "(Graphviz) or .graphml")
                               .type_name("FILE")
                               .group(what_to_print);
    command.option("--graph-limit", given.graph_limit, whole_number(1), "Largest number of states of the graph")
        .type_name("N")
        .show_default()
        .needs(graph)
        .group(what_to_print);
    command.footer(list_of_models);
}

}  // namespace

void declare_explore(CommandLine& line) {
    const auto given = std::make_shared<StatesArguments>();
    const auto texts = std::make_shared<OptionTexts>();
    Command command = line.subcommand("explore", "Explore the state space of a model");
    command.options([given, texts](Command own) { declare_options(own, *given, texts); });
    command.does([given, texts](const Process& process) { return run_and_print(*given, *texts, process); });
}

}  // namespace scrump::cli

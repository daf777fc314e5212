// scrump reach of a Petri net.

#include "doors/net_options.hpp"
#include "doors/reach_arguments.hpp"

#include "line/texts.hpp"
#include "line/values.hpp"
#include "run/print_run.hpp"
#include "run/simulation.hpp"
#include "run/statistics_tables.hpp"

#include "results/reach_json.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/reach.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

using petri::NetReachability;
using petri::NetReachOptions;

// Those of models given as diagrams alone.
void refuse_options_of_models(const ReachArguments& given, const Process& process) {
    const auto refuse = [](bool is_given, const char* what) {
        if (is_given) throw UsageError(fmt::format("reach: of a net, {}", what));
    };
    const SymbolicReachOptions& options = given.options;
    refuse(options.strategy != ReachStrategy::saturation, "the markings are found by --strategy saturation alone");
    refuse(options.count_rounds, "--rounds means nothing: saturation has one");
    refuse(process.session.size() > 1 || options.diagrams.tasks.localities > 1,
           given.machine ? "the markings are found by one process: simulate one-host:workers=N"
                         : "the markings are found by one process and one locality");
    for (const std::string name : {"dead-after", "spread-nodes", "travel-from"}) {
        if (given.texts->contains(name))
            throw UsageError(
                fmt::format("reach: of a net, --{} means nothing: the markings are found by one process", name));
    }
}

// Of a search that was stopped, the order in use then, if one had been chosen.
bool has_order(const NetReachability& found) {
    return found.counters.status == Status::complete || !found.levels.empty();
}

void write_order(const std::string& path, const NetReachability& found, const petri::Net& net) {
    std::string text;
    for (const std::vector<std::uint32_t>& level : found.levels)
        for (const std::uint32_t place : level) text += net.places[place].name + '\n';
    replace_file(path, text);
}

std::string yes_or_no(bool holds) {
    return holds ? "yes" : "no";
}

// "no: 3 of 12 transitions are dead".
std::string all_but(std::size_t others, std::size_t all, const char* what) {
    return others == 0 ? "yes" : fmt::format("no: {} of {} {}", others, all, what);
}

std::string tokens_of(const NetReachability& found) {
    if (found.coloured_bounds.empty())
        return fmt::format("at most {} in a place, {} in a marking", found.max_tokens, found.max_sum);
    return fmt::format("at most {} of a colour in a place, {} in a place, {} in a marking", found.max_tokens,
                       std::ranges::max(found.coloured_bounds), found.max_sum);
}

void add_path(Lines& lines, const char* label, const std::optional<std::vector<std::uint32_t>>& path,
              const petri::Net& net) {
    if (!path) {
        lines.emplace_back(label, "not known: it takes much longer to find than all states");
    } else {
        lines.emplace_back(label, path->empty() ? "the initial marking" : path_text(net, *path));
    }
}

// Tokens of all places.
std::optional<std::vector<petri::Tokens>> marking_of(const std::optional<StateVector>& entries, const petri::Net& net) {
    if (!entries) return std::nullopt;
    if (entries->size() != net.places.size()) {
        throw UsageError(
            fmt::format("reach: --path-to has {} entries; expected the tokens of each of {} places, in "
                        "the order of the file",
                        entries->size(), net.places.size()));
    }
    std::vector<petri::Tokens> tokens;
    for (const std::uint64_t entry : *entries) {
        if (entry > max_counter)
            throw UsageError(
                fmt::format("reach: --path-to: {} tokens; a place has at most {} here", entry, max_counter));
        tokens.push_back(static_cast<petri::Tokens>(entry));
    }
    return tokens;
}

Lines answer_of(const NetReachability& found, const petri::Net& net) {
    const CounterReachability& counters = found.counters;
    Lines lines = {{"states", fmt::format("{}, in {} nodes", counters.states.digits, counters.nodes)},
                   {"transitions", counters.transitions.digits},
                   {"tokens", tokens_of(found)}};
    if (counters.deadlocks) {
        lines.emplace_back("deadlocks", counters.deadlocks->digits);
        if (counters.deadlocks->digits != "0") add_path(lines, "to one", found.deadlock_path, net);
    }
    if (found.reaches_marking && !*found.reaches_marking)
        lines.emplace_back("path", "none: that marking cannot be reached");
    if (found.reaches_marking.value_or(false)) add_path(lines, "path", found.path, net);
    const auto dead = static_cast<std::size_t>(std::ranges::count(found.dead, true));
    const auto stable = std::ranges::count(found.stable, true);
    lines.emplace_back("one-safe", yes_or_no(found.one_safe()));
    lines.emplace_back("quasi-live", all_but(dead, petri::count_transitions(net), "transitions are never enabled"));
    lines.emplace_back("stable", fmt::format("{} of {} places never change", stable, petri::count_places(net)));
    return lines;
}

// "3 times, from 5120 to 1024 nodes in all; 4 siftings by 120 swaps, 0.021 s".
std::string reordering_text(const ReorderStatistics& reordering) {
    const std::string times =
        reordering.reorderings == 0
            ? "never: no other order was much better"
            : fmt::format("{}, from {} to {} nodes in all", in_full(reordering.reorderings, "time"),
                          reordering.nodes_before, reordering.nodes_after);
    return fmt::format("{}; {} by {}, {:.3f} s", times, in_full(reordering.siftings, "sifting"),
                       in_full(reordering.swaps, "swap"), reordering.seconds);
}

std::string order_text(const NetReachability& reached, const results::RunReport& run, const petri::Net& net,
                       const ReachArguments& given) {
    if (!has_order(reached)) {
        const std::string file =
            given.write_order.empty() ? "" : fmt::format("; {} was not written", printable(given.write_order));
        return "none was chosen before the search was stopped" + file;
    }
    return fmt::format("{}; {} levels for {} places", run.choices["order"].get<std::string>(),
                       reached.counters.levels.size(), net.places.size());
}

Lines lines_beneath(const NetReachability& reached, const results::RunReport& run, const petri::Net& net,
                    const ReachArguments& given) {
    const CounterReachability& found = reached.counters;
    const DiagramStatistics& diagrams = found.diagrams;
    Lines lines = {
        {"status", status_text(run.status)},
        {"time", fmt::format("{:.3f} s; {:.3f} s for the states, {:.3f} s to count", found.tasks.seconds, found.seconds,
                             found.count_seconds)},
        {"order", order_text(reached, run, net, given)},
        {"table", fmt::format("{} nodes at most in {} buckets; {} collections, {} growths", diagrams.peak_nodes,
                              diagrams.buckets, diagrams.collections, diagrams.growths)}};
    if (diagrams.reordering.siftings > 0) lines.emplace_back("reordered", reordering_text(diagrams.reordering));
    add_workers(lines, run);
    if (given.machine) lines.emplace_back("simulated", machine_text(*given.machine));
    add_trace(lines, run);
    return lines;
}

NetReachability find(const ReachArguments& given, const petri::Net& net, NetReachOptions options, LiveRun& live) {
    connect_search(live, given, options.diagrams);
    LiveCounters counters(live);
    counters.connect(options.diagrams.tasks.observe, given.counters, given.json);
    NetReachability found = petri::reach(net, options);
    live.clear();
    return found;
}

}  // namespace

void declare_net_options(Command command, ReachArguments& given) {
    const std::string group = "Nets";
    declare_order(command, given.order, group);
    command
        .option("--write-order", given.write_order, a_name(),
                "Write the order that was used to a file; of a search that is stopped, the one in use then")
        .type_name("FILE")
        .group(group);
}

int run_net(const ReachArguments& given, const Source& source, LiveRun& live, const Process& process) {
    refuse_options_of_models(given, process);
    const petri::Net net = petri::parse_pnml(*source.text, source.title);
    NetReachOptions options{.diagrams = given.options.diagrams,
                            .find_deadlocks = given.options.find_deadlocks,
                            .path_to = marking_of(given.options.path_to, net)};
    given.order.set(options);
    const NetReachability found = find(given, net, options, live);
    const Exit exit = found.counters.status == Status::complete ? solved : stopped;
    results::RunReport run = results::report_of(found, net, options, given.model);
    if (!given.write_order.empty()) {
        if (has_order(found)) write_order(given.write_order, found, net);
        run.more["order_written"] = has_order(found);
    }
    put_simulation(run.more, given.machine);
    RunText text{.answer = exit == solved ? answer_of(found, net) : Lines(),
                 .quiet = std::vector<std::string>(),
                 .rest = lines_beneath(found, run, net, given),
                 .tables = [&] {
                     if (given.stats)
                         print_statistics(run.statistics, Computation::tasks, std::numeric_limits<double>::quiet_NaN());
                 }};
    if (exit == solved) text.quiet->push_back(found.counters.states.digits);
    return print_run(run, text, given, process.invocation, exit);
}

}  // namespace scrump::cli

#include "results/reach_json.hpp"

#include "results/paper_in_use.hpp"
#include "results/policy_in_use.hpp"

#include <scrump/states/diagrams/option_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::results {
namespace {

Json to_json(const SymbolicRound& round) {
    Json json = {{"seconds", round.seconds}, {"table_nodes", round.table_nodes}, {"growths", round.growths}};
    if (round.states) {
        json["states"] = *round.states;
        json["nodes"] = round.nodes;
    }
    return json;
}

Json named(const std::vector<std::size_t>& relations) {
    Json names = Json::array();
    for (const std::size_t each : relations) names.push_back("relation " + std::to_string(each));
    return names;
}

Json answer_of(const SymbolicReachability& found, const AnyModel& model, const SymbolicReachOptions& options) {
    // A number that is beyond what readers of JSON can keep exactly is a text.
    Json json = {
        {"states", found.states.digits}, {"states_approximately", found.states.approximate}, {"nodes", found.nodes}};
    if (found.deadlocks) json["deadlocks"] = found.deadlocks->digits;
    if (!found.deadlock_path.empty()) {
        json["deadlock_path"] = found.deadlock_path;
        json["deadlock_path_steps"] = named(found.deadlock_path_relations);
    }
    if (options.path_to) json["reachable"] = !found.path.empty();
    if (!found.path.empty()) {
        json["path"] = found.path;
        json["path_steps"] = named(found.path_relations);
    }
    if (!found.path.empty() || !found.deadlock_path.empty()) json["legend"] = legend_of(model);
    return json;
}

Json answer_of(const petri::NetReachability& found, const petri::Net& net) {
    const CounterReachability& counters = found.counters;
    Json json = {{"states", counters.states.digits},
                 {"states_approximately", counters.states.approximate},
                 {"nodes", counters.nodes},
                 {"transitions", counters.transitions.digits},
                 {"max_tokens", found.max_tokens},
                 {"max_tokens_of_marking", found.max_sum},
                 {"one_safe", found.one_safe()},
                 {"quasi_live", found.quasi_live()},
                 {"dead_transitions", found.dead_transitions(net)},
                 {"stable_places", found.stable_places(net)}};
    if (counters.deadlocks) json["deadlocks"] = counters.deadlocks->digits;
    if (found.deadlock_path) json["deadlock_path_steps"] = names_of(net, *found.deadlock_path);
    if (found.reaches_marking) json["reachable"] = *found.reaches_marking;
    if (found.path) json["path_steps"] = names_of(net, *found.path);
    json["bounds"] = Json::object();
    for (std::size_t place = 0; place < net.places.size(); ++place)
        json["bounds"][net.places[place].name] = found.bounds[place];
    for (std::size_t place = 0; place < found.coloured_bounds.size(); ++place)
        json["coloured_bounds"][net.coloured_places[place].name] = found.coloured_bounds[place];
    return json;
}

Json choices_of(const SymbolicReachOptions& options) {
    const TaskOptions& tasks = options.diagrams.tasks;
    Json json = {{"strategy", name(options.strategy)},
                 {"policy", policy_in_use(tasks.policy, false)},
                 {"deque", name(tasks.deque)}};
    put_paper(json, options);
    return json;
}

}  // namespace

std::vector<std::string> names_of(const petri::Net& net, const std::vector<std::uint32_t>& transitions) {
    std::vector<std::string> names;
    names.reserve(transitions.size());
    for (const std::uint32_t each : transitions) names.push_back(net.transitions[each].name);
    return names;
}

std::string legend_of(const AnyModel& model) {
    std::size_t entries = 0;
    std::string bits;  // lists have none
    if (const auto* const lists = std::get_if<ListModel>(&model)) {
        entries = lists->entries;
    } else {
        const std::vector<std::uint32_t>& each_has = std::get<SymbolicModel>(model).bits;
        entries = each_has.size();
        for (const std::uint32_t each : each_has) bits += (bits.empty() ? ", of " : ", ") + std::to_string(each);
        bits += " bits";
    }
    return "a state has the entries 0 to " + std::to_string(entries - 1) + bits +
           "; relations are numbered from 0, as in the file";
}

Json choices_of(const CounterReachability& found, const petri::NetReachOptions& options) {
    const TaskOptions& tasks = options.diagrams.tasks;
    return {{"strategy", name(ReachStrategy::saturation)},
            {"order", options.levels.empty() ? name(found.order) : "file"},
            {"reorder", options.reorder ? "auto" : "off"},
            {"policy", policy_in_use(tasks.policy, false)},
            {"deque", name(tasks.deque)}};
}

Json diagrams_json(const DiagramStatistics& diagrams) {
    Json json = {{"nodes", diagrams.nodes},
                 {"peak_nodes", diagrams.peak_nodes},
                 {"inserted", diagrams.inserted},
                 {"operations", diagrams.operations},
                 {"known", diagrams.known},
                 {"collections", diagrams.collections},
                 {"growths", diagrams.growths},
                 {"begun_again", diagrams.begun_again},
                 {"collecting_seconds", diagrams.collecting_seconds},
                 {"growing_seconds", diagrams.growing_seconds},
                 {"buckets", diagrams.buckets},
                 {"table_bytes", diagrams.table_bytes},
                 {"cache_bytes", diagrams.cache_bytes},
                 {"bytes_a_node", bytes_a_node(diagrams)}};
    const ReorderStatistics& reordering = diagrams.reordering;
    if (reordering.siftings > 0) {
        json["reordering"] = {{"siftings", reordering.siftings},
                              {"reorderings", reordering.reorderings},
                              {"nodes_before", reordering.nodes_before},
                              {"nodes_after", reordering.nodes_after},
                              {"swaps", reordering.swaps},
                              {"seconds", reordering.seconds}};
    }
    return json;
}

Statistics statistics_of(const TaskStatistics& tasks) {
    Statistics all = Statistics::of(tasks.localities, tasks.seconds, {});
    all.trace = tasks.trace;
    return all;
}

RunReport report_of(const petri::NetReachability& found, const petri::Net& net, const petri::NetReachOptions& options,
                    const std::string& file) {
    const CounterReachability& counters = found.counters;
    const TaskOptions& tasks = options.diagrams.tasks;
    RunReport report{.schema = "scrump-reach",
                     .problem = "reach",
                     .instance = {{"model", file},
                                  {"places", net.places.size()},
                                  {"transitions", net.transitions.size()},
                                  {"levels", counters.levels.size()}},
                     .status = counters.status,
                     .answer = counters.status == Status::complete ? answer_of(found, net) : Json::object(),
                     .seconds = counters.tasks.seconds,
                     .speed = {{"reach_seconds", counters.seconds}, {"count_seconds", counters.count_seconds}},
                     .workers = workers_of_each(counters.tasks.localities),
                     .localities = 1,
                     .choices = choices_of(counters, options),
                     .seed = tasks.seed,
                     .statistics = statistics_of(counters.tasks),
                     .computation = Computation::tasks,
                     .trace_file = tasks.trace.file};
    report.more["rounds"] = counters.status == Status::complete ? 1 : 0;
    report.more["diagrams"] = diagrams_json(counters.diagrams);
    return report;
}

double bytes_a_node(const DiagramStatistics& diagrams) {
    return static_cast<double>(diagrams.table_bytes) / static_cast<double>(std::max<std::uint64_t>(diagrams.nodes, 1));
}

RunReport report_of(const SymbolicReachability& found, const AnyModel& model, const SymbolicReachOptions& options,
                    const std::string& file) {
    Json instance = {{"model", file}};
    if (const auto* const lists = std::get_if<ListModel>(&model)) {
        instance["entries"] = lists->entries;
        instance["relations"] = lists->relations.size();
    } else {
        const auto& binary = std::get<SymbolicModel>(model);
        instance["entries"] = binary.bits.size();
        instance["relations"] = binary.relations.size();
        instance["bits"] = found.bits;
    }
    RunReport report{.schema = "scrump-reach",
                     .problem = "reach",
                     .instance = std::move(instance),
                     .status = found.status,
                     .answer = found.status == Status::complete ? answer_of(found, model, options) : Json::object(),
                     .seconds = found.tasks.seconds,
                     .speed = {{"load_seconds", found.load_seconds}, {"reach_seconds", found.seconds}},
                     .workers = workers_of_each(found.tasks.localities),
                     .localities = std::max<std::size_t>(found.tasks.localities.size(), 1),
                     .choices = choices_of(options),
                     .seed = options.diagrams.tasks.seed,
                     .statistics = statistics_of(found.tasks),
                     .computation = Computation::tasks,
                     .trace_file = options.diagrams.tasks.trace.file};
    report.more["rounds"] = found.rounds.size();
    for (const SymbolicRound& round : found.rounds) report.more["by_round"].push_back(to_json(round));
    report.more["diagrams"] = diagrams_json(found.diagrams);
    return report;
}

}  // namespace scrump::results

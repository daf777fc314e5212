#include "results/reach_json.hpp"

#include "results/policy_in_use.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::results {
namespace {

// Version of the JSON object, with the same promise as that of searches.
constexpr int reach_json_version = 1;

Json to_json(const SymbolicRound& round) {
    Json json = {{"seconds", round.seconds}, {"table_nodes", round.table_nodes}, {"growths", round.growths}};
    if (round.states) {
        json["states"] = *round.states;
        json["nodes"] = round.nodes;
    }
    return json;
}

Json to_json(const DiagramStatistics& diagrams) {
    return {{"nodes", diagrams.nodes},
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
}

}  // namespace

Statistics statistics_of(const TaskStatistics& tasks) {
    Statistics all = Statistics::of(tasks.localities, tasks.seconds, {});
    all.trace = tasks.trace;
    return all;
}

double bytes_a_node(const DiagramStatistics& diagrams) {
    return static_cast<double>(diagrams.table_bytes) / static_cast<double>(std::max<std::uint64_t>(diagrams.nodes, 1));
}

Json reach_json(const SymbolicReachability& found, const SymbolicModel& model, const SymbolicReachOptions& options,
                const std::string& file) {
    Json json = {{"schema", "scrump-reach"}, {"version", reach_json_version}, {"problem", "reach"}};
    json["instance"] = {
        {"model", file}, {"entries", model.bits.size()}, {"relations", model.relations.size()}, {"bits", found.bits}};
    const bool complete = found.status == Status::complete;
    json["status"] = complete ? "complete" : "stopped";
    if (!complete) json["stopped_by"] = name(found.status);
    if (complete) {
        // A number that is beyond what readers of JSON can keep exactly is a text.
        json["states"] = found.states.digits;
        json["states_approximately"] = found.states.approximate;
        json["nodes"] = found.nodes;
        if (found.deadlocks) json["deadlocks"] = found.deadlocks->digits;
        if (!found.deadlock_path.empty()) json["deadlock_path"] = found.deadlock_path;
        if (options.path_to) json["reachable"] = !found.path.empty();
        if (!found.path.empty()) json["path"] = found.path;
    }
    json["strategy"] = name(options.strategy);
    json["seconds"] = found.tasks.seconds;
    json["load_seconds"] = found.load_seconds;
    json["reach_seconds"] = found.seconds;
    json["rounds"] = found.rounds.size();
    for (const SymbolicRound& round : found.rounds) json["by_round"].push_back(to_json(round));
    json["diagrams"] = to_json(found.diagrams);
    const Statistics statistics = statistics_of(found.tasks);
    json["localities"] = std::max<std::size_t>(found.tasks.localities.size(), 1);
    json["workers"] = found.tasks.localities.empty() ? 1 : found.tasks.localities.front().workers.size();
    json["policy"] = policy_in_use(options.diagrams.tasks.policy, false);
    json["seed"] = options.diagrams.tasks.seed;
    json["statistics"] = statistics_json(statistics, Computation::tasks);
    const Tracing& trace = options.diagrams.tasks.trace;
    if (trace.wanted()) {
        json["trace"] = {
            {"file", trace.file}, {"events", statistics.trace.events}, {"dropped", statistics.trace.dropped}};
    }
    return json;
}

}  // namespace scrump::results

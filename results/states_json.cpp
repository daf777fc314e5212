#include "results/states_json.hpp"

#include "results/policy_in_use.hpp"

#include <algorithm>

namespace scrump::results {
namespace {

// Version of the JSON object, with the same promise as that of searches.
constexpr int states_json_version = 1;

}  // namespace

Statistics statistics_of(const ExploreStatistics& statistics) {
    Statistics all = Statistics::of(statistics.localities, statistics.seconds, {});
    all.trace = statistics.trace;
    return all;
}

double states_per_second(const ExploreStatistics& statistics) {
    return static_cast<double>(statistics.states) / std::max(statistics.seconds, 1e-9);
}

std::size_t workers_of_each(const ExploreStatistics& statistics) {
    std::size_t most = 1;
    for (const LocalityStatistics& each : statistics.localities) most = std::max(most, each.workers.size());
    return most;
}

Json states_json(const StatesRun& run, const ExploreOptions& options, bool with_path) {
    const ExploreStatistics& statistics = run.statistics;
    Json json = {{"schema", "scrump-states"}, {"version", states_json_version}, {"problem", run.problem}};
    json["instance"] = run.instance;
    json["status"] = run.status == Status::complete ? "complete" : "stopped";
    if (run.status != Status::complete) json["stopped_by"] = name(run.status);
    json["all_expanded"] = run.all_expanded;
    json["states"] = statistics.states;
    json["transitions"] = statistics.transitions;
    json["deadlocks"] = statistics.deadlocks;
    if (!statistics.levels.empty()) {
        json["levels"] = statistics.levels;
        json["level_seconds"] = statistics.level_seconds;
    }
    if (!run.finding.empty()) {
        json["finding"] = run.finding;
        if (!run.invariant.empty()) json["invariant"] = run.invariant;
        json["found_state"] = run.path.back();
        if (options.paths) json["steps"] = run.path.size() - 1;
        if (with_path && options.paths) {
            json["path"] = run.path;
            if (!run.steps.empty()) json["path_steps"] = run.steps;
        }
        if (!run.legend.empty()) json["legend"] = run.legend;
    }
    if (run.refuted) json["refuted"] = true;
    json.update(run.result);
    json["seconds"] = statistics.seconds;
    json["states_per_second"] = states_per_second(statistics);
    json["bytes_per_state"] = statistics.bytes_per_state();
    json["order"] = name(options.order);
    json["storage"] = name(options.storage);
    if (options.storage != StateStorage::exact) json["expected_missed"] = run.expected_missed;
    json["paths"] = options.paths;
    json["localities"] = std::max<std::size_t>(statistics.localities.size(), 1);
    json["workers"] = workers_of_each(statistics);
    json["policy"] = policy_in_use(options.policy, false);
    json["stolen"] = statistics.stolen;
    json["stolen_between_localities"] = statistics.stolen_away;
    json["seed"] = options.seed;
    if (options.checkpoints.wanted()) {
        json["checkpoints"] = {{"file", options.checkpoints.file},
                               {"written", statistics.checkpoints.written},
                               {"failed", statistics.checkpoints.failed}};
    }
    if (options.checkpoints.resumes()) json["stopped_reading"] = statistics.checkpoints.stopped_reading;
    json["statistics"] = statistics_json(statistics_of(statistics), Computation::states);
    if (options.trace.wanted()) {
        json["trace"] = {
            {"file", options.trace.file}, {"events", statistics.trace.events}, {"dropped", statistics.trace.dropped}};
    }
    return json;
}

}  // namespace scrump::results

#include "results/states_json.hpp"

#include "results/policy_in_use.hpp"

#include <algorithm>

namespace scrump::results {
namespace {

Json answer_of(const StatesRun& run, const ExploreOptions& options, bool with_path) {
    const ExploreStatistics& statistics = run.statistics;
    Json json = {{"all_expanded", run.all_expanded},
                 {"states", statistics.states},
                 {"transitions", statistics.transitions},
                 {"deadlocks", statistics.deadlocks}};
    if (run.representatives) json["representatives"] = true;
    if (run.reduced) json["reduced"] = true;
    if (!statistics.levels.empty()) {
        json["levels"] = statistics.levels;
        json["level_seconds"] = statistics.level_seconds;
    }
    put_finding(json, run, options.paths, with_path);
    if (run.refuted) json["refuted"] = true;
    json.update(run.result);
    return json;
}

}  // namespace

void put_finding(Json& json, const StatesRun& run, bool has_path, bool with_path) {
    if (run.finding.empty()) return;
    json["finding"] = run.finding;
    if (!run.invariant.empty()) json["invariant"] = run.invariant;
    json["found_state"] = run.path.back();
    if (has_path) json["steps"] = run.path.size() - 1;
    if (with_path && has_path) {
        json["path"] = run.path;
        if (!run.steps.empty()) json["path_steps"] = run.steps;
    }
    if (!run.legend.empty()) json["legend"] = run.legend;
}

Statistics statistics_of(const ExploreStatistics& statistics) {
    Statistics all = Statistics::of(statistics.localities, statistics.seconds, {});
    all.trace = statistics.trace;
    return all;
}

double states_per_second(const ExploreStatistics& statistics) {
    return static_cast<double>(statistics.states) / std::max(statistics.seconds, 1e-9);
}

std::size_t workers_of_each(const ExploreStatistics& statistics) {
    return workers_of_each(statistics.localities);
}

Json graph_json(const std::string& file, Status ended, std::size_t states, std::size_t transitions) {
    if (ended != Status::complete) return {{"file", file}, {"stopped_by", name(ended)}};
    return {{"file", file}, {"states", states}, {"transitions", transitions}};
}

RunReport report_of(const StatesRun& run, const ExploreOptions& options, bool with_path) {
    const ExploreStatistics& statistics = run.statistics;
    RunReport report{.schema = "scrump-states",
                     .problem = run.problem,
                     .instance = run.instance,
                     .status = run.status,
                     .answer = answer_of(run, options, with_path),
                     .seconds = statistics.seconds,
                     .speed = {{"states_per_second", states_per_second(statistics)},
                               {"bytes_per_state", statistics.bytes_per_state()}},
                     .workers = workers_of_each(statistics),
                     .localities = std::max<std::size_t>(statistics.localities.size(), 1),
                     .choices = {{"order", name(options.order)},
                                 {"storage", name(options.storage)},
                                 {"paths", options.paths},
                                 {"policy", policy_in_use(options.policy, false)}},
                     .seed = options.seed,
                     .statistics = statistics_of(statistics),
                     .computation = Computation::states,
                     .trace_file = options.trace.file};
    if (options.storage != StateStorage::exact) report.more["expected_missed"] = run.expected_missed;
    report.more["stolen"] = statistics.stolen;
    report.more["stolen_between_localities"] = statistics.stolen_away;
    if (!options.disk.empty()) {
        report.more["disk"] = {{"folder", options.disk},
                               {"bytes", statistics.disk.bytes},
                               {"bytes_read", statistics.disk.bytes_read},
                               {"bytes_written", statistics.disk.bytes_written},
                               {"runs", statistics.disk.runs},
                               {"merges", statistics.disk.merges}};
    }
    if (options.checkpoints.wanted()) {
        report.more["checkpoints"] = {{"file", options.checkpoints.file},
                                      {"written", statistics.checkpoints.written},
                                      {"failed", statistics.checkpoints.failed}};
    }
    if (options.checkpoints.resumes()) report.more["stopped_reading"] = statistics.checkpoints.stopped_reading;
    return report;
}

}  // namespace scrump::results

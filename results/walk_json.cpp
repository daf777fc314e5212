#include "results/walk_json.hpp"

#include <algorithm>

namespace scrump::results {
namespace {

Json answer_of(const StatesRun& run, bool with_path) {
    Json json = Json::object();
    if (run.reduced) json["reduced"] = true;
    put_finding(json, run, true, with_path);
    json.update(run.result);
    return json;
}

}  // namespace

RunReport report_of(const StatesRun& run, const RandomWalkStatistics& walks, const RandomWalkOptions& options,
                    bool with_path) {
    RunReport report{.schema = "scrump-walk",
                     .problem = run.problem,
                     .instance = run.instance,
                     .status = run.status,
                     .answer = answer_of(run, with_path),
                     .seconds = walks.seconds,
                     .speed = {{"steps_walked", walks.steps},
                               {"walks", walks.walks},
                               {"deadlocks", walks.deadlocks},
                               {"steps_per_second", walks.steps_per_second()}},
                     .workers = std::max<std::size_t>(walks.workers.size(), 1),
                     .localities = 1,
                     .choices = {{"depth", options.depth}},
                     .seed = options.seed};
    report.more["by_worker"] = Json::array();
    for (const RandomWalkWorker& each : walks.workers)
        report.more["by_worker"].push_back({{"steps", each.steps}, {"walks", each.walks}});
    return report;
}

}  // namespace scrump::results

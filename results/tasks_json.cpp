#include "results/tasks_json.hpp"

#include "results/paper_in_use.hpp"
#include "results/policy_in_use.hpp"

#include <scrump/tasks/option_table.hpp>

#include <algorithm>

namespace scrump::results {
namespace {

constexpr int tasks_json_version = 2;  // the first one counted nodes, too

Json to_json(const Traffic& traffic) {
    return {{"steals_tried", traffic.steals_tried},
            {"steals_won", traffic.steals_won},
            {"round_trips", traffic.round_trips},
            {"round_trips_per_steal", round_trips_per_steal(traffic)},
            {"steal_amount", "one"}};
}

Json choices_of(const TaskOptions* options) {
    Json json = {{"sequential", false}};
    if (options != nullptr) json["policy"] = policy_in_use(options->policy, false);
    json["deque"] = options == nullptr ? "unknown" : std::string(name(options->deque));
    if (options != nullptr) put_paper(json, *options);
    return json;
}

}  // namespace

Traffic between_localities(const TaskStatistics& statistics) {
    Traffic sum;
    for (const LocalityStatistics& each : statistics.localities) sum += each.traffic;
    return sum;
}

double round_trips_per_steal(const Traffic& traffic) {
    return static_cast<double>(traffic.round_trips) /
           static_cast<double>(std::max<std::uint64_t>(traffic.steals_won, 1));
}

RunReport report_of(const TaskStatistics& statistics, const TaskOptions* options) {
    RunReport report{.schema = "scrump-tasks",
                     .version = tasks_json_version,
                     .seconds = statistics.seconds,
                     .workers = workers_of_each(statistics.localities),
                     .localities = std::max<std::size_t>(statistics.localities.size(), 1),
                     .choices = choices_of(options),
                     .statistics = Statistics::of(statistics.localities, statistics.seconds, {}),
                     .computation = Computation::tasks};
    report.statistics.trace = statistics.trace;
    if (statistics.localities.size() > 1) report.more["between_localities"] = to_json(between_localities(statistics));
    if (options == nullptr) return report;
    report.seed = options->seed;
    report.trace_file = options->trace.file;
    return report;
}

RunReport report_of_sequential_tasks(const TaskOptions& options, double seconds) {
    return {.schema = "scrump-tasks",
            .version = tasks_json_version,
            .seconds = seconds,
            .choices = {{"sequential", true}},
            .seed = options.seed};
}

}  // namespace scrump::results

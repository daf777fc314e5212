#include "results/loop_json.hpp"
#include "results/policy_in_use.hpp"
#include "results/states_json.hpp"
#include "results/statistics_json.hpp"

#include <scrump/base/file.hpp>
#include <scrump/base/version.hpp>
#include <scrump/json.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {
namespace {

using results::Json;

constexpr const char* unknown = "unknown";

std::size_t workers_of_each(const Statistics& statistics) {
    std::size_t most = 1;
    for (const LocalityStatistics& each : statistics.localities) most = std::max(most, each.workers.size());
    return most;
}

Json instance_of(const RunNotes& notes) {
    Json instance = Json::object();
    for (const auto& [name, value] : notes.instance) instance[name] = value;
    return instance;
}

Json begin(const char* schema, int version, const AnswerNumbers& answer, const RunNotes& notes) {
    Json json = {{"schema", schema}, {"version", version}, {"problem", notes.problem}};
    json["instance"] = instance_of(notes);
    const bool complete = answer.status == Status::complete;
    json["status"] = complete ? "complete" : "stopped";
    if (!complete) json["stopped_by"] = name(answer.status);
    if (answer.exists) json["exists"] = *answer.exists;
    if (answer.objective) json["objective"] = results::number(*answer.objective);
    if (answer.count) json[complete ? "count" : "count_so_far"] = *answer.count;
    return json;
}

template <class Options>
void put_choices(Json& json, const Options* options, bool between_localities) {
    if (options == nullptr) return;
    json["policy"] = results::policy_in_use(options->policy, between_localities);
    json["seed"] = options->seed;
}

void put_provenance(Json& json, const Statistics& statistics, const RunNotes& notes) {
    json["program"] = std::string("scrump ") + version();
    json["command"] = notes.command;
    json["date"] = results::utc_now();
    results::put_hosts(json, statistics);
}

template <class Options>
void put_trace(Json& json, const Options* options, const TraceStatistics& trace) {
    if (options == nullptr || !options->trace.wanted()) return;
    json["trace"] = {{"file", options->trace.file}, {"events", trace.events}, {"dropped", trace.dropped}};
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string json_of(const AnswerNumbers& answer, const Statistics& statistics, const SearchOptions* options,
                    const RunNotes& notes) {
    Json json = begin("scrump-result", results::json_version, answer, notes);
    if (statistics.bound) {
        json["bound"] = results::number(*statistics.bound);
        if (answer.objective) {
            const double gap = relative_gap(*answer.objective, *statistics.bound);
            if (std::isfinite(gap)) json["gap"] = gap;
        }
    }
    const auto nodes = static_cast<double>(statistics.total.nodes - statistics.earlier.counters.nodes);
    json["seconds"] = statistics.seconds;
    json["nodes"] = statistics.total.nodes;
    json["nodes_per_second"] = statistics.seconds > 0 ? nodes / statistics.seconds : 0;
    json["workers"] = workers_of_each(statistics);
    json["localities"] = std::max<std::size_t>(statistics.localities.size(), 1);
    json["skeleton"] = options == nullptr ? unknown : options->skeleton.describe();
    put_choices(json, options, statistics.localities.size() > 1);
    put_provenance(json, statistics, notes);
    json["statistics"] = results::statistics_json(statistics, results::Computation::search);
    results::put_course(json, statistics);
    put_trace(json, options, statistics.trace);
    return text_of(json);
}

std::string json_of(const AnswerNumbers& answer, const TaskStatistics& cost, const TaskOptions* options,
                    const RunNotes& notes) {
    Json json = begin("scrump-tasks", results::tasks_json_version, answer, notes);
    Statistics statistics = Statistics::of(cost.localities, cost.seconds, {});
    statistics.trace = cost.trace;
    json["seconds"] = cost.seconds;
    json["sequential"] = false;
    json["localities"] = std::max<std::size_t>(cost.localities.size(), 1);
    json["workers"] = workers_of_each(statistics);
    json["deque"] = options == nullptr ? unknown : std::string(name(options->deque));
    put_choices(json, options, false);
    put_provenance(json, statistics, notes);
    json["statistics"] = results::statistics_json(statistics, results::Computation::tasks);
    put_trace(json, options, cost.trace);
    return text_of(json);
}

std::string json_of(const AnswerNumbers& answer, const LoopStatistics& cost, const LoopOptions* options,
                    const RunNotes& notes) {
    Json json = begin("scrump-loop", results::loop_json_version, answer, notes);
    const Statistics statistics = results::statistics_of(cost);
    const std::size_t localities = results::localities_of(cost);
    json["seconds"] = cost.seconds;
    json["sequential"] = false;
    json["localities"] = localities;
    json["workers"] = std::max<std::size_t>(cost.shares.size() / localities, 1);
    if (options != nullptr) {
        json["seed"] = options->seed;
        results::put_division(json, cost, *options);
    } else {
        json["technique"] = unknown;
    }
    put_provenance(json, statistics, notes);
    results::put_loop(json, cost);
    if (cost.loops == 1) json["statistics"] = results::statistics_json(statistics, results::Computation::loop);
    put_trace(json, options, cost.trace);
    return text_of(json);
}

std::string json_of(const AnswerNumbers& answer, const ExploreStatistics& statistics, bool all_expanded,
                    double expected_missed, const ExploreOptions* options, const RunNotes& notes) {
    const results::StatesRun run{.problem = notes.problem,
                                 .instance = instance_of(notes),
                                 .status = answer.status,
                                 .all_expanded = all_expanded,
                                 .expected_missed = expected_missed,
                                 .statistics = statistics};
    Json json = results::states_json(run, options == nullptr ? ExploreOptions{} : *options, false);
    if (answer.finding != nullptr) json["finding"] = answer.finding;
    if (options == nullptr) {
        for (const char* const choice : {"order", "storage"}) json[choice] = unknown;
        for (const char* const choice : {"paths", "policy", "seed"}) json.erase(choice);
    }
    put_provenance(json, results::statistics_of(statistics), notes);
    return text_of(json);
}

void write_json_text(const std::string& text, const std::string& path) {
    replace_file(path, text + "\n");
}

}  // namespace scrump::detail

#include "results/run_report.hpp"

#include <scrump/base/version.hpp>
#include <scrump/search/figures.hpp>
#include <scrump/search/objective.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::results {
namespace {

void put_bound(Json& json, const RunReport& report) {
    if (!report.bound) return;
    json["bound"] = number(*report.bound);
    const auto found = objective_in(report.answer);
    if (!found) return;
    const double gap = relative_gap(*found, *report.bound);
    if (std::isfinite(gap)) json["gap"] = gap;
}

Json begun(const RunReport& report) {
    const bool complete = report.status == Status::complete;
    Json json = {{"schema", report.schema},
                 {"version", report.version},
                 {"problem", report.problem},
                 {"instance", report.instance},
                 {"status", complete ? "complete" : "stopped"}};
    if (!complete) json["stopped_by"] = name(report.status);
    json.update(report.answer);
    put_bound(json, report);
    json["seconds"] = report.seconds;
    json.update(report.speed);
    json["workers"] = report.workers;
    json["localities"] = report.localities;
    json.update(report.choices);
    if (report.seed) json["seed"] = *report.seed;
    return json;
}

void finish(Json& json, const RunReport& report) {
    if (report.computation)
        json["statistics"] = statistics_json(report.statistics, *report.computation, report.alone_per_node);
    if (report.computation == Computation::search) put_course(json, report.statistics);
    json.update(report.more);
    const TraceStatistics& trace = report.statistics.trace;
    if (!report.trace_file.empty())
        json["trace"] = {{"file", report.trace_file}, {"events", trace.events}, {"dropped", trace.dropped}};
}

}  // namespace

Json to_json(const RunReport& report) {
    Json json = begun(report);
    finish(json, report);
    return json;
}

Json to_json(const RunReport& report, const Provenance& provenance) {
    Json json = begun(report);
    json["program"] = std::string("scrump ") + version();
    json["command"] = provenance.command;
    json["date"] = provenance.date;
    put_hosts(json, report.statistics);
    finish(json, report);
    return json;
}

std::size_t workers_of_each(const std::vector<LocalityStatistics>& localities) {
    std::size_t most = 1;
    for (const LocalityStatistics& each : localities) most = std::max(most, each.workers.size());
    return most;
}

std::optional<double> objective_in(const Json& answer) {
    const auto found = answer.find("objective");
    if (found == answer.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

}  // namespace scrump::results

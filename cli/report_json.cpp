#include "report_json.hpp"

#include "results/policy_in_use.hpp"

#include "invocation.hpp"
#include "simulation.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/version.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace scrump::cli {
namespace {

using Json = nlohmann::ordered_json;
using results::number;

Json to_json(const EarlierRuns& earlier) {
    return {{"runs", earlier.runs}, {"nodes", earlier.counters.nodes}, {"seconds", earlier.seconds}};
}

Json to_json(const CheckpointStatistics& checkpoints) {
    using Microseconds = std::chrono::duration<double, std::micro>;
    using Seconds = std::chrono::duration<double>;
    return {{"written", checkpoints.written},
            {"failed", checkpoints.failed},
            {"last_failed", checkpoints.last_failed},
            {"bytes", checkpoints.bytes},
            {"longest_pause_us", Microseconds(checkpoints.longest_pause).count()},
            {"writing_seconds", Seconds(checkpoints.writing).count()}};
}

Json to_json(const std::string& file, const TraceStatistics& trace) {
    return {{"file", file}, {"events", trace.events}, {"dropped", trace.dropped}};
}

// Of an instance what is searched, but for where it comes from, and by which code.
Json what_is_searched(Json instance) {
    if (!instance.is_object()) return instance;
    for (const char* const name : {"graph", "file", "source", "format", "tree", "hash"}) instance.erase(name);
    for (Json& part : instance) part = what_is_searched(part);
    return instance;
}

}  // namespace

void put_provenance(Json& json, const Statistics& statistics) {
    json["program"] = fmt::format("scrump {}", version());
    json["command"] = invocation().command;
    json["date"] = invocation().date;
    results::put_hosts(json, statistics);
}

Json to_json(const Report& report, const RunOptions& options) {
    Json json = {{"schema", "scrump-result"}, {"version", json_version}, {"problem", report.problem}};
    json["instance"] = report.instance;
    json["status"] = report.status == Status::complete ? "complete" : "stopped";
    if (report.status != Status::complete) json["stopped_by"] = name(report.status);
    json.update(report.result);
    if (const auto& bound = report.statistics.bound) {
        json["bound"] = number(*bound);
        if (const auto found = report.objective()) json["gap"] = relative_gap(*found, *bound);
    }
    json["seconds"] = report.statistics.seconds;
    json["nodes"] = report.statistics.total.nodes;
    json["nodes_per_second"] = report.nodes_per_second();
    json["workers"] = report.workers_of_each();
    json["localities"] = report.statistics.localities.size();
    json["skeleton"] = options.search.skeleton.describe();
    json["policy"] = results::policy_in_use(options.search.policy, report.statistics.localities.size() > 1);
    json["seed"] = options.search.seed;
    put_provenance(json, report.statistics);
    json["statistics"] = statistics_json(report.statistics, Computation::search, report.alone_per_node);
    results::put_course(json, report.statistics);
    put_simulation(json, options.machine);
    if (options.search.trace.wanted()) json["trace"] = to_json(options.search.trace.file, report.statistics.trace);
    if (options.search.checkpoints.resumes()) json["earlier"] = to_json(report.statistics.earlier);
    if (options.search.checkpoints.wanted()) json["checkpoints"] = to_json(report.statistics.checkpoints);
    return json;
}

void Reference::expect(const std::string& other_problem, const Json& other_instance) const {
    if (file.empty() || (problem == other_problem && what_is_searched(instance) == what_is_searched(other_instance)))
        return;
    const auto named = [](const std::string& what, const Json& which) {
        return what + ' ' + which.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    throw UsageError(fmt::format("--reference {}: is of {}, and this is {}; expected a run of the same search", file,
                                 named(problem, instance), named(other_problem, other_instance)));
}

Reference read_reference(const std::string& file) {
    if (file.empty()) return {};
    const auto complain = [&](const std::string& what) { return Error(file + ": " + what); };
    const Json run = Json::parse(read_file(file), nullptr, false);
    if (!run.is_object() || !run.contains("schema") || run["schema"] != "scrump-result") {
        throw complain("is not what scrump --json prints");
    }
    const auto number = [&](const char* path) {
        const Json::json_pointer pointer(path);
        return run.contains(pointer) && run[pointer].is_number() ? run[pointer].get<double>() : 0;
    };
    if (run.contains("earlier")) throw complain("is of a run that resumed another one");
    if (number("/workers") != 1 || number("/localities") != 1) throw complain("was not run on one worker");
    const double time = number("/statistics/task_time");
    const double nodes = number("/statistics/nodes");
    if (time <= 0 || nodes <= 0) throw complain("does not say how long its tasks took");
    const Json problem = run.value("problem", Json());
    return {.file = file,
            .problem = problem.is_string() ? problem.get<std::string>() : problem.dump(),
            .instance = run.value("instance", Json()),
            .seconds_per_node = time / nodes};
}

}  // namespace scrump::cli

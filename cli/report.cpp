#include "report.hpp"

#include "progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace scrump::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Counters& counters) {
    return {{"nodes", counters.nodes},          {"prunes", counters.prunes}, {"backtracks", counters.backtracks},
            {"tasks", counters.tasks},          {"spawns", counters.spawns}, {"steals_tried", counters.steals_tried},
            {"steals_won", counters.steals_won}};
}

Json to_json(const LocalityStatistics& locality) {
    const Traffic& traffic = locality.traffic;
    const auto latency = [&](double percent) {
        return std::chrono::duration<double, std::micro>(traffic.steal_latency.percentile(percent)).count();
    };
    return {{"process", locality.title},
            {"workers", locality.workers.size()},
            {"steals_tried", traffic.steals_tried},
            {"steals_won", traffic.steals_won},
            {"tasks_received", traffic.tasks_received},
            {"messages", traffic.messages},
            {"bytes", traffic.bytes},
            {"refreshes", traffic.refreshes},
            {"monitor_messages", traffic.monitor_messages},
            {"steal_latency_us", {{"median", latency(50)}, {"p99", latency(99)}}}};
}

// The most that any locality has; those of one run usually have the same number.
std::size_t workers_of_each(const Statistics& statistics) {
    std::size_t most = 0;
    for (const LocalityStatistics& each : statistics.localities) most = std::max(most, each.workers.size());
    return most;
}

// Of this run, whatever was done before.
double rate(const Report& report) {
    const Statistics& statistics = report.statistics;
    const double nodes = static_cast<double>(statistics.total.nodes - statistics.earlier.counters.nodes);
    return report.statistics.seconds > 0 ? nodes / report.statistics.seconds : 0;
}

Json to_json(const EarlierRuns& earlier) {
    return {{"runs", earlier.runs}, {"nodes", earlier.counters.nodes}, {"seconds", earlier.seconds}};
}

Json to_json(const CheckpointStatistics& checkpoints) {
    using Microseconds = std::chrono::duration<double, std::micro>;
    using Seconds = std::chrono::duration<double>;
    return {{"written", checkpoints.written},
            {"failed", checkpoints.failed},
            {"bytes", checkpoints.bytes},
            {"longest_pause_us", Microseconds(checkpoints.longest_pause).count()},
            {"writing_seconds", Seconds(checkpoints.writing).count()}};
}

void print_json(const Report& report, const RunOptions& options) {
    Json json = {{"schema", "scrump-result"}, {"version", json_version}, {"problem", report.problem}};
    json["instance"] = report.instance;
    json["status"] = report.status == Status::complete ? "complete" : "stopped";
    if (report.status != Status::complete) json["stopped_by"] = name(report.status);
    json.update(report.result);
    json["seconds"] = report.statistics.seconds;
    json["nodes"] = report.statistics.total.nodes;
    json["nodes_per_second"] = rate(report);
    json["workers"] = workers_of_each(report.statistics);
    json["localities"] = report.statistics.localities.size();
    json["skeleton"] = Skeleton::parse(options.skeleton).describe();
    json["policy"] = Policy::parse(options.policy).describe();
    json["seed"] = options.seed;
    Json statistics = to_json(report.statistics.total);
    for (const LocalityStatistics& locality : report.statistics.localities) {
        for (const Counters& worker : locality.workers) statistics["per_worker"].push_back(to_json(worker));
        if (report.statistics.localities.size() > 1) statistics["per_locality"].push_back(to_json(locality));
    }
    json["statistics"] = statistics;
    if (!options.resume.empty()) json["earlier"] = to_json(report.statistics.earlier);
    if (!options.checkpoint.empty()) json["checkpoints"] = to_json(report.statistics.checkpoints);
    fmt::print("{}\n", json.dump());
}

void print_line(const std::string& label, const std::string& text) {
    fmt::print("{:<12}{}\n", label, text);
}

void print_earlier(const EarlierRuns& earlier) {
    print_line("resumed", fmt::format("after {} run{} of {:.3f} s, {} nodes", earlier.runs,
                                      earlier.runs == 1 ? "" : "s", earlier.seconds, earlier.counters.nodes));
}

void print_checkpoints(const std::string& file, const CheckpointStatistics& checkpoints) {
    const std::chrono::duration<double, std::milli> pause = checkpoints.longest_pause;
    std::string text =
        fmt::format("{}: {}B, {} written", file, human(static_cast<double>(checkpoints.bytes)), checkpoints.written);
    if (checkpoints.failed > 0) text += fmt::format(", {} failed", checkpoints.failed);
    if (pause.count() > 0) text += fmt::format(", longest pause {:.3f} ms", pause.count());
    print_line("checkpoint", text);
}

// What localities stole from each other, and how long it took: request to tasks in hand.
void print_traffic(const std::vector<LocalityStatistics>& localities) {
    fmt::print("\n{:<10}{:>10}{:>10}{:>10}{:>14}{:>14}{:>12}{:>12}  {}\n", "locality", "steals", "of tried", "tasks",
               "median µs", "99 % µs", "messages", "monitor's", "process");
    for (std::size_t i = 0; i < localities.size(); ++i) {
        const Traffic& traffic = localities[i].traffic;
        const auto latency = [&](double percent) {
            return std::chrono::duration<double, std::micro>(traffic.steal_latency.percentile(percent)).count();
        };
        fmt::print("{:<10}{:>10}{:>10}{:>10}{:>14.1f}{:>14.1f}{:>12}{:>12}  {}\n", i, traffic.steals_won,
                   traffic.steals_tried, traffic.tasks_received, latency(50), latency(99), traffic.messages,
                   traffic.monitor_messages, localities[i].title.empty() ? "this one" : localities[i].title);
    }
}

void print_statistics(const Report& report) {
    fmt::print("\n{:<10}{:>16}{:>16}{:>16}{:>10}{:>10}{:>10}{:>10}\n", "worker", "nodes", "prunes", "backtracks",
               "tasks", "spawned", "steals", "of tried");
    const auto row = [](const std::string& title, const Counters& counters) {
        fmt::print("{:<10}{:>16}{:>16}{:>16}{:>10}{:>10}{:>10}{:>10}\n", title, counters.nodes, counters.prunes,
                   counters.backtracks, counters.tasks, counters.spawns, counters.steals_won, counters.steals_tried);
    };
    const std::vector<LocalityStatistics>& localities = report.statistics.localities;
    for (std::size_t i = 0; i < localities.size(); ++i) {
        for (std::size_t j = 0; j < localities[i].workers.size(); ++j) {
            row(localities.size() > 1 ? fmt::format("{}.{}", i, j) : std::to_string(j), localities[i].workers[j]);
        }
    }
    row("all", report.statistics.total);
    if (localities.size() > 1) print_traffic(localities);
}

}  // namespace

Exit print(const Report& report, const RunOptions& options, const Session& session) {
    const bool complete = report.status == Status::complete;
    if (!session.first()) return complete ? solved : stopped;
    if (options.json) {
        print_json(report, options);
    } else if (options.quiet) {
        for (const auto& [label, text] : report.answer) fmt::print("{}\n", text);
    } else {
        for (const auto& [label, text] : report.answer) print_line(label, text);
        print_line("status",
                   complete ? "complete" : fmt::format("stopped ({}): {}", name(report.status), report.unproved));
        print_line("time", fmt::format("{:.3f} s, {} nodes, {}/s", report.statistics.seconds,
                                       report.statistics.total.nodes, human(rate(report))));
        const std::size_t workers = workers_of_each(report.statistics);
        print_line("workers", report.statistics.localities.size() > 1
                                  ? fmt::format("{} localities of {}", report.statistics.localities.size(), workers)
                                  : std::to_string(workers));
        print_line("skeleton", Skeleton::parse(options.skeleton).describe());
        if (report.statistics.localities.size() > 1) print_line("policy", Policy::parse(options.policy).describe());
        if (!options.resume.empty()) print_earlier(report.statistics.earlier);
        if (!options.checkpoint.empty()) print_checkpoints(options.checkpoint, report.statistics.checkpoints);
        if (options.stats) print_statistics(report);
    }
    return complete ? solved : stopped;
}

}  // namespace scrump::cli

#include "report.hpp"

#include "progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace scrump::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Counters& counters) {
    return {{"nodes", counters.nodes},          {"prunes", counters.prunes}, {"backtracks", counters.backtracks},
            {"tasks", counters.tasks},          {"spawns", counters.spawns}, {"steals_tried", counters.steals_tried},
            {"steals_won", counters.steals_won}};
}

std::size_t workers_of_each(const Statistics& statistics) {
    return statistics.workers.size() / statistics.localities;
}

double rate(const Report& report) {
    const double nodes = static_cast<double>(report.statistics.total.nodes);
    return report.statistics.seconds > 0 ? nodes / report.statistics.seconds : 0;
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
    json["localities"] = report.statistics.localities;
    json["skeleton"] = Skeleton::parse(options.skeleton).describe();
    json["seed"] = options.seed;
    Json statistics = to_json(report.statistics.total);
    for (const Counters& worker : report.statistics.workers) statistics["per_worker"].push_back(to_json(worker));
    json["statistics"] = statistics;
    fmt::print("{}\n", json.dump());
}

void print_line(const std::string& label, const std::string& text) {
    fmt::print("{:<12}{}\n", label, text);
}

void print_statistics(const Report& report) {
    fmt::print("\n{:<10}{:>16}{:>16}{:>16}{:>10}{:>10}{:>10}{:>10}\n", "worker", "nodes", "prunes", "backtracks",
               "tasks", "spawned", "steals", "of tried");
    const auto row = [](const std::string& title, const Counters& counters) {
        fmt::print("{:<10}{:>16}{:>16}{:>16}{:>10}{:>10}{:>10}{:>10}\n", title, counters.nodes, counters.prunes,
                   counters.backtracks, counters.tasks, counters.spawns, counters.steals_won, counters.steals_tried);
    };
    const std::size_t each = workers_of_each(report.statistics);
    for (std::size_t i = 0; i < report.statistics.workers.size(); ++i) {
        row(report.statistics.localities > 1 ? fmt::format("{}.{}", i / each, i % each) : std::to_string(i),
            report.statistics.workers[i]);
    }
    row("all", report.statistics.total);
}

}  // namespace

Exit print(const Report& report, const RunOptions& options) {
    const bool complete = report.status == Status::complete;
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
        print_line("workers", report.statistics.localities > 1
                                  ? fmt::format("{} localities of {}", report.statistics.localities, workers)
                                  : std::to_string(workers));
        print_line("skeleton", Skeleton::parse(options.skeleton).describe());
        if (options.stats) print_statistics(report);
    }
    return complete ? solved : stopped;
}

}  // namespace scrump::cli

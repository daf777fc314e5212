#include "report.hpp"

#include "complain.hpp"
#include "counter_log.hpp"
#include "invocation.hpp"
#include "progress_line.hpp"
#include "statistics_json.hpp"

#include <scrump/base/text.hpp>
#include <scrump/base/version.hpp>
#include <scrump/metrics/counting.hpp>
#include <scrump/search/figures.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <span>

namespace scrump::cli {
namespace {

using Json = nlohmann::ordered_json;

// The most that any locality has; those of one run usually have the same number.
std::size_t workers_of_each(const Statistics& statistics) {
    std::size_t most = 0;
    for (const LocalityStatistics& each : statistics.localities) most = std::max(most, each.workers.size());
    return most;
}

// Those that any worker of the run could use.
std::map<std::string, std::set<unsigned>> processors_by_host(const Statistics& statistics) {
    std::map<std::string, std::set<unsigned>> hosts;
    for (const LocalityStatistics& each : statistics.localities)
        hosts[each.host].insert(each.processors.begin(), each.processors.end());
    return hosts;
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
            {"last_failed", checkpoints.last_failed},
            {"bytes", checkpoints.bytes},
            {"longest_pause_us", Microseconds(checkpoints.longest_pause).count()},
            {"writing_seconds", Seconds(checkpoints.writing).count()}};
}

Json to_json(const std::string& file, const TraceStatistics& trace) {
    return {{"file", file}, {"events", trace.events}, {"dropped", trace.dropped}};
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
    json["program"] = fmt::format("scrump {}", version());
    json["command"] = invocation().command;
    json["date"] = invocation().date;
    const std::map<std::string, std::set<unsigned>> hosts = processors_by_host(report.statistics);
    json["hosts"] = hosts.size();
    json["processors"] = std::transform_reduce(hosts.begin(), hosts.end(), std::size_t{0}, std::plus<>(),
                                               [](const auto& host) { return host.second.size(); });
    json["statistics"] = statistics_json(report.statistics, alone_per_node(options));
    if (Json incumbents = incumbents_json(report.statistics); !incumbents.empty()) json["incumbents"] = incumbents;
    if (Json history = history_json(report.statistics); !history.is_null()) json["history"] = history;
    if (!options.trace.empty()) json["trace"] = to_json(options.trace, report.statistics.trace);
    if (!options.resume.empty()) json["earlier"] = to_json(report.statistics.earlier);
    if (!options.checkpoint.empty()) json["checkpoints"] = to_json(report.statistics.checkpoints);
    fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void print_line(const std::string& label, const std::string& text) {
    fmt::print("{:<11} {}\n", label, text);
}

std::string in_full(std::uint64_t number, const char* thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

// A run that found its checkpoint finished visited no node, at no rate.
std::string time_text(const Report& report) {
    std::string text =
        fmt::format("{:.3f} s, {}", report.statistics.seconds, in_full(report.statistics.total.nodes, "node"));
    if (const double nodes = rate(report); nodes > 0) text += fmt::format(", {}/s", human(nodes));
    return text;
}

void print_earlier(const EarlierRuns& earlier) {
    print_line("resumed", fmt::format("after {} of {:.3f} s, {}", in_full(earlier.runs, "run"), earlier.seconds,
                                      in_full(earlier.counters.nodes, "node")));
}

void print_checkpoints(const std::string& file, const CheckpointStatistics& checkpoints) {
    const std::chrono::duration<double, std::milli> pause = checkpoints.longest_pause;
    std::string text = fmt::format("{}: {}B, {} written", printable(file),
                                   human(static_cast<double>(checkpoints.bytes)), checkpoints.written);
    if (checkpoints.failed > 0) text += fmt::format(", {} failed", checkpoints.failed);
    if (pause.count() > 0) text += fmt::format(", longest pause {:.3f} ms", pause.count());
    print_line("checkpoint", text);
}

void print_trace(const std::string& file, const TraceStatistics& trace) {
    std::string text = fmt::format("{}: {}", printable(file), in_full(trace.events, "event"));
    if (trace.dropped > 0) text += fmt::format(", {} older ones dropped: see --trace-events", trace.dropped);
    print_line("trace", text);
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

std::string name_of(const std::vector<LocalityStatistics>& localities, std::size_t locality, std::size_t worker) {
    return localities.size() > 1 ? fmt::format("{}.{}", locality, worker) : std::to_string(worker);
}

// Counters of each worker and of all: `scrump counters` says what they mean.
void print_counters(const Statistics& statistics, std::span<const char* const> shown) {
    const auto whole = [](const Counter& counter) {
        return counter.unit != "1" && counter.unit != "s" && counter.unit != "us";
    };
    fmt::print("\n{:<10}", "worker");
    for (const char* name : shown) {
        const Counter& counter = find_counter(name);
        const bool plain = counter.unit == "1" || whole(counter);
        fmt::print("{:>19}", plain ? std::string(name) : fmt::format("{} {}", name, counter.unit));
    }
    fmt::print("\n");
    const auto row = [&](const std::string& title, const Figures& figures) {
        fmt::print("{:<10}", title);
        for (const char* name : shown) {
            const Counter& counter = find_counter(name);
            const double value = counter.value(figures);
            fmt::print("{:>19}", whole(counter) ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value));
        }
        fmt::print("\n");
    };
    const std::vector<LocalityStatistics>& localities = statistics.localities;
    for (std::size_t i = 0; i < localities.size(); ++i) {
        for (std::size_t j = 0; j < localities[i].workers.size(); ++j) {
            row(name_of(localities, i, j), Figures::of_worker(statistics, i, j));
        }
    }
    row("all", Figures::of_run(statistics));
}

// Where each worker's time went.
void print_times(const Statistics& statistics, double alone) {
    static constexpr const char* times[] = {"idle-rate",       "task-duration", "task-overhead", "task-time",
                                            "management-time", "waiting-time",  "pool-accesses", "pool-misses"};
    static constexpr const char* states[] = {"working-time",     "searching-time", "stealing-time",
                                             "terminating-time", "working-rate",   "stack-steals",
                                             "chunks-stolen",    "releases",       "reacquires"};
    print_counters(statistics, times);
    Figures all = Figures::of_run(statistics);
    if (all.stack != StackActivity{}) print_counters(statistics, states);
    if (std::isnan(alone)) return;
    all.alone_per_node = alone;
    for (const char* name : {"wait-time-per-task", "wait-time-per-core"}) {
        const Counter& counter = find_counter(name);
        fmt::print("{:<30}{:.4g} {}\n", name, counter.value(all), counter.unit);
    }
}

void print_statistics(const Report& report, double alone) {
    fmt::print("\n{:<10}{:>16}{:>16}{:>16}{:>10}{:>10}{:>10}{:>10}\n", "worker", "nodes", "prunes", "backtracks",
               "tasks", "spawned", "steals", "of tried");
    const auto row = [](const std::string& title, const Counters& counters) {
        fmt::print("{:<10}{:>16}{:>16}{:>16}{:>10}{:>10}{:>10}{:>10}\n", title, counters.nodes, counters.prunes,
                   counters.backtracks, counters.tasks, counters.spawns, counters.steals_won, counters.steals_tried);
    };
    const std::vector<LocalityStatistics>& localities = report.statistics.localities;
    for (std::size_t i = 0; i < localities.size(); ++i) {
        for (std::size_t j = 0; j < localities[i].workers.size(); ++j) {
            row(name_of(localities, i, j), localities[i].workers[j].counters);
        }
    }
    row("all", report.statistics.total);
    if constexpr (counting) print_times(report.statistics, alone);
    if (localities.size() > 1) print_traffic(localities);
}

Exit exit_of(const Report& report) {
    if (report.status == Status::complete) return solved;
    return report.statistics.checkpoints.last_failed ? lost : stopped;
}

// Of a run that was stopped, and whose last checkpoint could not be written.
std::string what_is_lost(const Report& report, const RunOptions& options) {
    if (report.statistics.checkpoints.written > 0)
        return options.checkpoint + ": is not the last state: what was done since it was written is lost";
    if (!options.resume.empty()) return options.resume + ": is still where to go on from: what this run did is lost";
    return options.checkpoint + ": there is none to go on from: what was done is lost";
}

}  // namespace

void answer_existence(Report& report, const std::string& label, bool found) {
    const bool known = found || report.status == Status::complete;
    report.answer.emplace_back(label, found ? "yes" : known ? "no" : "unknown");
    if (known) {
        report.result["exists"] = found;
    } else {
        report.unproved = "not decided";
    }
}

Exit print(const Report& report, const RunOptions& options, const Session& session) {
    const bool complete = report.status == Status::complete;
    const Exit exit = exit_of(report);
    if (!session.first()) return exit;
    if (options.json) {
        print_json(report, options);
    } else if (options.quiet) {
        for (const auto& [label, text] : report.answer) fmt::print("{}\n", text);
    } else {
        for (const auto& [label, text] : report.answer) print_line(label, text);
        print_line("status",
                   complete ? "complete" : fmt::format("stopped ({}): {}", name(report.status), report.unproved));
        print_line("time", time_text(report));
        const std::size_t workers = workers_of_each(report.statistics);
        print_line("workers", report.statistics.localities.size() > 1
                                  ? fmt::format("{} localities of {}", report.statistics.localities.size(), workers)
                                  : std::to_string(workers));
        print_line("skeleton", Skeleton::parse(options.skeleton).describe());
        if (report.statistics.localities.size() > 1) print_line("policy", Policy::parse(options.policy).describe());
        if (!options.resume.empty()) print_earlier(report.statistics.earlier);
        if (!options.checkpoint.empty()) print_checkpoints(options.checkpoint, report.statistics.checkpoints);
        if (report.statistics.trace.events > 0) print_trace(options.trace, report.statistics.trace);
        if (options.stats) print_statistics(report, alone_per_node(options));
    }
    if (!report.statistics.trace.error.empty()) {
        complain(report.statistics.trace.error);  // the answer counts for more, so it was printed first
        return failed;
    }
    if (exit == lost) complain(what_is_lost(report, options));
    return exit;
}

}  // namespace scrump::cli

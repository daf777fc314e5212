#include "run/statistics_tables.hpp"

#include <scrump/metrics/detail/counting.hpp>
#include <scrump/search/figures.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace scrump::cli {
namespace {

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

// Those of the processors' counters that were read.
void print_hardware(const Statistics& statistics) {
    const Figures all = Figures::of_run(statistics);
    std::vector<const char*> shown;
    for (const char* name : {"instructions", "cycles", "cache-misses"})
        if (!std::isnan(find_counter(name).value(all))) shown.push_back(name);
    if (!shown.empty()) print_counters(statistics, shown);
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

}  // namespace

void print_statistics(const Statistics& statistics, Computation kind, double alone_per_node) {
    const auto print = [kind](const auto& title, const auto& nodes, const auto& prunes, const auto& backtracks,
                              const auto&... others) {
        fmt::print("{:<10}", title);
        if (kind == Computation::search) fmt::print("{:>16}{:>16}{:>16}", nodes, prunes, backtracks);
        (fmt::print("{:>10}", others), ...);
        fmt::print("\n");
    };
    const auto row = [&print](const std::string& title, const Counters& counters) {
        print(title, counters.nodes, counters.prunes, counters.backtracks, counters.tasks, counters.spawns,
              counters.steals_won, counters.steals_tried);
    };
    fmt::print("\n");
    print("worker", "nodes", "prunes", "backtracks", "tasks", "spawned", "steals", "of tried");
    const std::vector<LocalityStatistics>& localities = statistics.localities;
    for (std::size_t i = 0; i < localities.size(); ++i) {
        for (std::size_t j = 0; j < localities[i].workers.size(); ++j) {
            row(name_of(localities, i, j), localities[i].workers[j].counters);
        }
    }
    row("all", statistics.total);
    if constexpr (detail::counting) print_times(statistics, alone_per_node);
    print_hardware(statistics);
    if (localities.size() > 1) print_traffic(localities);
}

}  // namespace scrump::cli

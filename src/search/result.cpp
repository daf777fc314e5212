#include <scrump/search/figures.hpp>
#include <scrump/search/result.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace scrump {

Statistics Statistics::of(std::vector<LocalityStatistics> localities, double seconds,
                          std::vector<Improvement> incumbents) {
    Statistics statistics;
    for (const LocalityStatistics& locality : localities) statistics.total += locality.sum();
    statistics.localities = std::move(localities);
    statistics.seconds = seconds;
    statistics.incumbents = std::move(incumbents);
    return statistics;
}

namespace {

void add(WorkerStatistics& to, const WorkerStatistics& before) {
    to.counters += before.counters;
    to.activity += before.activity;
    to.stack += before.stack;
    to.hardware += before.hardware;
    to.incumbents += before.incumbents;
    to.stolen_from.resize(std::max(to.stolen_from.size(), before.stolen_from.size()));
    for (std::size_t victim = 0; victim < before.stolen_from.size(); ++victim) {
        to.stolen_from[victim] += before.stolen_from[victim];
    }
    to.busy = {};
    to.nodes = {};
}

void add(LocalityStatistics& to, const LocalityStatistics& before) {
    for (std::size_t i = 0; i < std::min(to.workers.size(), before.workers.size()); ++i) {
        add(to.workers[i], before.workers[i]);
    }
    to.traffic += before.traffic;
    to.task_durations += before.task_durations;
    to.steal_latency += before.steal_latency;
    for (const auto& [victim, steals] : before.stolen_from) {
        to.stolen_from[victim].steals += steals.steals;
        to.stolen_from[victim].tasks += steals.tasks;
    }
}

}  // namespace

double relative_gap(double objective, double bound) {
    if (objective == bound) return 0;
    if (objective == 0) return std::numeric_limits<double>::infinity();
    return std::abs(bound - objective) / std::abs(objective);
}

Statistics one_after_the_other(const Statistics& first, Statistics second) {
    second.total += first.total;
    second.seconds += first.seconds;
    second.incumbents = first.incumbents;
    for (std::size_t i = 0; i < std::min(first.localities.size(), second.localities.size()); ++i) {
        add(second.localities[i], first.localities[i]);
    }
    return second;
}

}  // namespace scrump

#include "statistics_json.hpp"

#include <scrump/search/figures.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::results {
namespace {

// Counts are whole numbers; what is not known is left out.
void put(Json& json, const Counter& counter, const Figures& figures) {
    const double value = counter.value(figures);
    if (!std::isfinite(value)) return;
    const bool whole = counter.accrues && counter.unit != "s";
    json[std::string(counter.json)] = whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
}

// The counters of the catalogue that `wanted` chooses.
template <class Wanted>
void put_counters(Json& json, const Figures& figures, const Wanted& wanted) {
    for (const Counter& each : all_counters())
        if (!each.json.empty() && wanted(each.in_json)) put(json, each, figures);
}

// What a protocol of steal stacks came to.
Json protocol_json(const Figures& figures) {
    Json json = Json::object();
    put_counters(json, figures, [](unsigned bits) { return (bits & of_stacks) != 0; });
    return json;
}

Json to_json(const Figures& figures, Computation kind) {
    Json json = Json::object();
    const unsigned without = kind == Computation::search ? of_stacks : of_stacks | of_searches;
    put_counters(json, figures, [without](unsigned bits) { return (bits & without) == 0; });
    return json;
}

Json to_json(const LatencyHistogram& histogram) {
    Json json = Json::array();
    for (const LatencyHistogram::Bucket& bucket : histogram.filled()) {
        json.push_back({bucket.low, bucket.high, bucket.count});
    }
    return json;
}

Json to_json(const std::map<unsigned, StealTarget>& targets) {
    Json json = Json::array();
    for (const auto& [victim, target] : targets) {
        json.push_back(
            {{"locality", victim}, {"tried", target.tried}, {"score", target.score}, {"delay", target.delay}});
    }
    return json;
}

// What a locality's dealings with the others came to.
Json to_json(const LocalityStatistics& locality) {
    const Traffic& traffic = locality.traffic;
    const auto latency = [&](double percent) {
        return std::chrono::duration<double, std::micro>(traffic.steal_latency.percentile(percent)).count();
    };
    return {{"process", locality.title},
            {"host", locality.host},
            {"processors", locality.processors},
            {"workers", locality.workers.size()},
            {"steals_tried", traffic.steals_tried},
            {"steals_won", traffic.steals_won},
            {"tasks_received", traffic.tasks_received},
            {"messages", traffic.messages},
            {"bytes", traffic.bytes},
            {"refreshes", traffic.refreshes},
            {"monitor_messages", traffic.monitor_messages},
            {"steal_latency_us", {{"median", latency(50)}, {"p99", latency(99)}}},
            {"work_rate", locality.work_rate},
            {"grain", locality.grain}};
}

// Half as many intervals as before, each twice as wide.
void halve(TimeSeries& series) {
    std::vector<double> halved((series.sums.size() + 1) / 2);
    for (std::size_t i = 0; i < series.sums.size(); ++i) halved[i / 2] += series.sums[i];
    series.sums = std::move(halved);
    series.width *= 2;
}

// How fast work was done when; null if that was not looked at.
Json history_json(const Statistics& statistics) {
    std::chrono::nanoseconds width{};
    for (const LocalityStatistics& locality : statistics.localities) {
        for (const WorkerStatistics& worker : locality.workers) {
            width = std::max({width, worker.busy.width, worker.nodes.width});
        }
    }
    if (width.count() == 0) return nullptr;
    const auto widened = [&](TimeSeries series) {
        while (series.width.count() > 0 && series.width < width) halve(series);
        return series.sums;
    };
    Json workers = Json::array();
    for (std::size_t i = 0; i < statistics.localities.size(); ++i) {
        const std::vector<WorkerStatistics>& all = statistics.localities[i].workers;
        for (std::size_t j = 0; j < all.size(); ++j) {
            std::vector<double> busy = widened(all[j].busy);
            std::vector<double> nodes = widened(all[j].nodes);
            for (double& share : busy) {
                // To four digits: it is a picture, not a measurement.
                share = std::round(std::min(share / static_cast<double>(width.count()), 1.0) * 1e4) / 1e4;
            }
            for (double& count : nodes) count = std::round(count);
            workers.push_back({{"locality", i}, {"worker", j}, {"busy", busy}, {"nodes", nodes}});
        }
    }
    return {{"interval_s", std::chrono::duration<double>(width).count()}, {"workers", std::move(workers)}};
}

// When what was found.
Json incumbents_json(const Statistics& statistics) {
    Json json = Json::array();
    for (const Improvement& each : statistics.incumbents) {
        json.push_back({{"seconds", std::chrono::duration<double>(each.time).count()}, {"objective", each.objective}});
    }
    return json;
}

// Those that any worker of the run could use.
std::map<std::string, std::set<unsigned>> processors_by_host(const Statistics& statistics) {
    std::map<std::string, std::set<unsigned>> hosts;
    for (const LocalityStatistics& each : statistics.localities)
        hosts[each.host].insert(each.processors.begin(), each.processors.end());
    return hosts;
}

}  // namespace

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

Json number(double value) {
    constexpr double exact = 1LL << 53;
    if (value == std::trunc(value) && std::abs(value) <= exact) return static_cast<std::int64_t>(value);
    return value;
}

Json statistics_json(const Statistics& statistics, Computation kind, double alone_per_node) {
    const Figures run = Figures::of_run(statistics);
    const bool has_stacks = run.stack != StackActivity{};
    const auto figures_json = [&](Figures figures) {
        figures.alone_per_node = alone_per_node;
        Json json = to_json(figures, kind);
        if (has_stacks) json["protocol"] = protocol_json(figures);
        return json;
    };
    Json json = figures_json(run);
    // What earlier runs did counts, too, and under `ordered` only what is replicable.
    Figures whole;
    whole.counters = statistics.total;
    const unsigned without = kind == Computation::search ? 0 : of_searches;
    put_counters(json, whole, [without](unsigned bits) { return (bits & of_all_runs) != 0 && (bits & without) == 0; });
    json["task_durations"] = to_json(run.task_durations);
    json["steal_latencies"] = to_json(run.steal_latency);
    json["remote_steal_latencies"] = to_json(run.traffic.steal_latency);
    json["per_worker"] = Json::array();
    json["per_locality"] = Json::array();
    Json within = Json::array();
    Json between = Json::array();
    const std::vector<LocalityStatistics>& localities = statistics.localities;
    for (std::size_t i = 0; i < localities.size(); ++i) {
        for (std::size_t j = 0; j < localities[i].workers.size(); ++j) {
            Json worker = {{"locality", i}, {"worker", j}};
            worker.update(figures_json(Figures::of_worker(statistics, i, j)));
            json["per_worker"].push_back(std::move(worker));
            const std::vector<std::uint64_t>& from = localities[i].workers[j].stolen_from;
            for (std::size_t victim = 0; victim < from.size(); ++victim) {
                if (from[victim] > 0) within.push_back({i, j, victim, from[victim]});
            }
        }
        for (const auto& [victim, steals] : localities[i].stolen_from) {
            between.push_back({i, victim, steals.steals, steals.tasks});
        }
        Json locality = {{"locality", i}};
        locality.update(to_json(localities[i]));
        if (!localities[i].targets.empty()) locality["targets"] = to_json(localities[i].targets);
        json["per_locality"].push_back(std::move(locality));
    }
    json["steals_within"] = std::move(within);
    json["steals_between"] = std::move(between);
    return json;
}

void put_hosts(Json& json, const Statistics& statistics) {
    const std::map<std::string, std::set<unsigned>> hosts = processors_by_host(statistics);
    json["hosts"] = hosts.size();
    json["processors"] = std::transform_reduce(hosts.begin(), hosts.end(), std::size_t{0}, std::plus<>(),
                                               [](const auto& host) { return host.second.size(); });
}

void put_course(Json& json, const Statistics& statistics) {
    if (Json incumbents = incumbents_json(statistics); !incumbents.empty()) json["incumbents"] = incumbents;
    if (Json history = history_json(statistics); !history.is_null()) json["history"] = history;
}

}  // namespace scrump::results

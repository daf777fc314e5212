#include "results/search_json.hpp"

#include "results/paper_in_use.hpp"
#include "results/policy_in_use.hpp"

#include <scrump/search/estimate.hpp>
#include <scrump/search/option_table.hpp>

#include <algorithm>
#include <chrono>

namespace scrump::results {
namespace {

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

Json choices_of(const SearchOptions* options, bool between_localities) {
    if (options == nullptr) return {{"skeleton", "unknown"}};
    Json json = {{"skeleton", options->skeleton.describe()},
                 {"policy", policy_in_use(options->policy, between_localities)}};
    put_paper(json, *options);
    return json;
}

}  // namespace

// The division is left out where the run ended before it.
Json shard_json(const ShardStatistics& shard) {
    Json json = {{"index", shard.part.index}, {"count", shard.part.count}, {"kind", shard.kind}};
    json["problem"] = shard.problem;
    json["search"] = shard.search;
    if (shard.plan.empty()) return json;
    json["plan"] = shard.plan;
    json["subtrees"] = shard.subtrees;
    json["own_subtrees"] = shard.own_subtrees;
    return json;
}

Json exchange_json(const ExchangeStatistics& exchange) {
    return {{"taken", exchange.taken}, {"told", exchange.told}, {"failed", exchange.failed}};
}

Json estimate_json(const SearchEstimate& estimate) {
    Json json = {{"nodes", estimate.nodes},         {"min_nodes", estimate.min_nodes},
                 {"max_nodes", estimate.max_nodes}, {"part_done", estimate.part_done()},
                 {"samples", estimate.samples},     {"probed", estimate.probed}};
    if (estimate.nodes_per_second <= 0) return json;
    json["nodes_per_second"] = estimate.nodes_per_second;
    json["seconds"] = estimate.seconds_for(estimate.nodes);
    json["seconds_left"] = estimate.seconds_left();
    json["min_seconds_left"] = estimate.min_seconds_left();
    json["max_seconds_left"] = estimate.max_seconds_left();
    return json;
}

double nodes_per_second(const Statistics& statistics) {
    const auto nodes = static_cast<double>(statistics.total.nodes - statistics.earlier.counters.nodes);
    return statistics.seconds > 0 ? nodes / statistics.seconds : 0;
}

RunReport report_of(const Statistics& statistics, const SearchOptions* options) {
    RunReport report{.schema = "scrump-result",
                     .bound = statistics.bound,
                     .seconds = statistics.seconds,
                     .speed = {{"nodes", statistics.total.nodes}, {"nodes_per_second", nodes_per_second(statistics)}},
                     .workers = workers_of_each(statistics.localities),
                     .localities = std::max<std::size_t>(statistics.localities.size(), 1),
                     .choices = choices_of(options, statistics.localities.size() > 1),
                     .statistics = statistics,
                     .computation = Computation::search};
    if (statistics.estimate) report.more["estimate"] = estimate_json(*statistics.estimate);
    if (statistics.shard) report.more["shard"] = shard_json(*statistics.shard);
    if (statistics.exchange) report.more["exchange"] = exchange_json(*statistics.exchange);
    if (options == nullptr) return report;
    if (options->shard && !statistics.shard)
        report.more["shard"] = shard_json(ShardStatistics{.part = *options->shard});
    report.seed = options->seed;
    report.trace_file = options->trace.file;
    if (options->checkpoints.resumes()) report.more["earlier"] = to_json(statistics.earlier);
    if (options->checkpoints.wanted()) report.more["checkpoints"] = to_json(statistics.checkpoints);
    return report;
}

}  // namespace scrump::results

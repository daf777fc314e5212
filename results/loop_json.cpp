#include "results/loop_json.hpp"

#include "results/paper_in_use.hpp"

#include <scrump/loops/option_table.hpp>

#include <algorithm>
#include <charconv>

namespace scrump::results {
namespace {

Json to_json(const WorkerShare& share) {
    return {{"locality", share.locality},     {"worker", share.worker}, {"chunks", share.chunks},
            {"iterations", share.iterations}, {"stolen", share.stolen}, {"finished", share.finished}};
}

Json to_json(const LoopTransfers& transfers) {
    Json json = {{"own_iterations", transfers.own},
                 {"steals_tried", transfers.tried},
                 {"steals_won", transfers.won},
                 {"iterations_stolen", transfers.iterations},
                 {"bytes", transfers.bytes},
                 {"chunks_sent", transfers.sent},
                 {"send_seconds", transfers.send_seconds},
                 {"receive_seconds", transfers.receive_seconds}};
    add_chunk_times(json, transfers);
    return json;
}

// How much a thief takes: a technique, or a ratio of what the victim has.
std::string amount_of(const LoopStealing& stealing) {
    if (stealing.amount.technique) return stealing.amount.technique->describe();
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, stealing.amount.ratio).ptr};
}

// How the loop was divided: of stealing only what took place, between localities that had parts.
Json choices_of(const LoopStatistics& statistics, const LoopOptions& options) {
    const LoopStealing& stealing = options.stealing;
    Json json = {{"sequential", false},
                 {"technique", options.technique.describe()},
                 {"checked", stealing.checked && !statistics.transfers.empty()}};
    if (statistics.transfers.size() < 2) return json;
    json["steal_order"] = stealing.order.describe();
    if (stealing.order.kind == StealOrder::Kind::off) return json;
    json["steal_amount"] = amount_of(stealing);
    json["results_go_home"] = stealing.results_go_home;
    if (stealing.order.kind == StealOrder::Kind::decentralised) json["policy"] = options.policy.describe();
    put_paper(json, options);
    return json;
}

Json loop_of(const LoopStatistics& statistics) {
    Json json = {{"loops", statistics.loops},           {"loop_seconds", statistics.seconds},
                 {"cost", statistics.cost()},           {"imbalance", statistics.imbalance()},
                 {"variation", statistics.variation()}, {"iterations", statistics.iterations},
                 {"chunks", statistics.chunks},         {"iterations_stolen", statistics.stolen()}};
    if (!statistics.reason.empty())
        json["chosen"] = {{"technique", statistics.technique}, {"reason", statistics.reason}};
    add_chunk_times(json, statistics.all_transfers());
    for (const WorkerShare& share : statistics.shares) json["shares"].push_back(to_json(share));
    for (const LoopTransfers& each : statistics.transfers) json["transfers"].push_back(to_json(each));
    return json;
}

}  // namespace

void add_chunk_times(Json& json, const LoopTransfers& transfers) {
    if (transfers.sent > 0)
        json["send"] = {{"min", transfers.send_min}, {"mean", transfers.send_mean()}, {"max", transfers.send_max}};
    if (transfers.won > 0)
        json["receive"] = {
            {"min", transfers.receive_min}, {"mean", transfers.receive_mean()}, {"max", transfers.receive_max}};
}

Statistics statistics_of(const LoopStatistics& statistics) {
    Statistics all = Statistics::of(statistics.localities, statistics.seconds, {});
    all.trace = statistics.trace;
    return all;
}

std::size_t localities_of(const LoopStatistics& statistics) {
    std::size_t localities = 1;
    for (const WorkerShare& share : statistics.shares)
        localities = std::max<std::size_t>(localities, share.locality + std::size_t{1});
    return localities;
}

RunReport report_of(const LoopStatistics& statistics, const LoopOptions* options) {
    const std::size_t localities = localities_of(statistics);
    RunReport report{.schema = "scrump-loop",
                     .seconds = statistics.seconds,
                     .workers = std::max<std::size_t>(statistics.shares.size() / localities, 1),
                     .localities = localities,
                     .choices = options == nullptr ? Json({{"sequential", false}, {"technique", "unknown"}})
                                                   : choices_of(statistics, *options),
                     .statistics = statistics_of(statistics),
                     .more = loop_of(statistics)};
    if (statistics.loops == 1) report.computation = Computation::loop;
    if (options == nullptr) return report;
    report.seed = options->seed;
    report.trace_file = options->trace.file;
    return report;
}

RunReport report_of_sequential_loop(const LoopOptions& options, double seconds) {
    return {.schema = "scrump-loop", .seconds = seconds, .choices = {{"sequential", true}}, .seed = options.seed};
}

}  // namespace scrump::results

#include "results/loop_json.hpp"

#include <algorithm>
#include <charconv>

namespace scrump::results {
namespace {

Json to_json(const WorkerShare& share) {
    return {{"locality", share.locality},     {"worker", share.worker}, {"chunks", share.chunks},
            {"iterations", share.iterations}, {"stolen", share.stolen}, {"finished", share.finished}};
}

Json to_json(const LoopTransfers& transfers) {
    return {{"own_iterations", transfers.own},
            {"steals_tried", transfers.tried},
            {"steals_won", transfers.won},
            {"iterations_stolen", transfers.iterations},
            {"bytes", transfers.bytes},
            {"chunks_sent", transfers.sent},
            {"send_seconds", transfers.send_seconds},
            {"receive_seconds", transfers.receive_seconds}};
}

}  // namespace

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

std::string amount_of(const LoopStealing& stealing) {
    if (stealing.amount.technique) return stealing.amount.technique->describe();
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, stealing.amount.ratio).ptr};
}

void put_division(Json& json, const LoopStatistics& statistics, const LoopOptions& options) {
    const LoopStealing& stealing = options.stealing;
    json["technique"] = options.technique.describe();
    json["checked"] = stealing.checked && !statistics.transfers.empty();
    if (statistics.transfers.size() < 2) return;
    json["steal_order"] = stealing.order.describe();
    if (stealing.order.kind == StealOrder::Kind::off) return;
    json["steal_amount"] = amount_of(stealing);
    json["results_go_home"] = stealing.results_go_home;
    if (stealing.order.kind == StealOrder::Kind::decentralised) json["policy"] = options.policy.describe();
}

void put_loop(Json& json, const LoopStatistics& statistics) {
    json["loops"] = statistics.loops;
    json["loop_seconds"] = statistics.seconds;
    json["cost"] = statistics.cost();
    json["imbalance"] = statistics.imbalance();
    json["variation"] = statistics.variation();
    json["iterations"] = statistics.iterations;
    json["chunks"] = statistics.chunks;
    json["iterations_stolen"] = statistics.stolen();
    for (const WorkerShare& share : statistics.shares) json["shares"].push_back(to_json(share));
    for (const LoopTransfers& each : statistics.transfers) json["transfers"].push_back(to_json(each));
}

}  // namespace scrump::results

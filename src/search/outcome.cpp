#include <scrump/runtime/detail/statistics_message.hpp>
#include <scrump/search/detail/outcome.hpp>
#include <scrump/search/estimate.hpp>

#include <memory>

namespace scrump::detail {

void encode(Encoder& to, const Statistics& statistics) {
    to.put(statistics.total).put(statistics.seconds).put(statistics.incumbents);
    to.put(statistics.bound.has_value()).put(statistics.bound.value_or(0));
    to.put(statistics.estimate != nullptr);
    if (statistics.estimate) to.put(*statistics.estimate);
    to.put(statistics.shard.has_value());
    if (const auto& shard = statistics.shard) {
        to.put(shard->part).put(shard->kind).put(shard->problem).put(shard->search).put(shard->plan);
        to.put(shard->subtrees).put(shard->own_subtrees);
    }
    to.put(statistics.exchange.has_value()).put(statistics.exchange.value_or(ExchangeStatistics()));
    to.put(statistics.earlier).put(statistics.checkpoints);
    encode(to, statistics.trace);
}
Statistics decode_statistics(Decoder& from) {
    Statistics statistics;
    statistics.total = from.get<Counters>();
    statistics.seconds = from.get<double>();
    statistics.incumbents = from.get<std::vector<Improvement>>();
    const bool bounded = from.get<bool>();
    const auto bound = from.get<double>();
    if (bounded) statistics.bound = bound;
    if (from.get<bool>()) statistics.estimate = std::make_shared<SearchEstimate>(from.get<SearchEstimate>());
    if (from.get<bool>()) {
        ShardStatistics& shard = statistics.shard.emplace();
        shard.part = from.get<Shard>();
        for (std::string* const text : {&shard.kind, &shard.problem, &shard.search, &shard.plan})
            *text = from.get<std::string>();
        shard.subtrees = from.get<std::uint64_t>();
        shard.own_subtrees = from.get<std::uint64_t>();
    }
    const bool exchanged = from.get<bool>();
    const auto exchange = from.get<ExchangeStatistics>();
    if (exchanged) statistics.exchange = exchange;
    statistics.earlier = from.get<EarlierRuns>();
    statistics.checkpoints = from.get<CheckpointStatistics>();
    statistics.trace = decode_trace(from);
    return statistics;
}

void encode(Encoder& to, const Outcome& outcome) {
    to.put(outcome.failure).put(outcome.status);
    encode(to, outcome.statistics);
}
Outcome decode_outcome(Decoder& from) {
    Outcome outcome;
    outcome.failure = from.get<std::string>();
    outcome.status = from.get<Status>();
    outcome.statistics = decode_statistics(from);
    return outcome;
}

}  // namespace scrump::detail

#include <scrump/runtime/detail/statistics_message.hpp>
#include <scrump/search/detail/outcome.hpp>

namespace scrump::detail {

Statistics brief(Statistics statistics) {
    for (LocalityStatistics& locality : statistics.localities) {
        locality.stolen_from.clear();
        for (WorkerStatistics& worker : locality.workers) {
            worker.stolen_from.clear();
            worker.busy = {};
            worker.nodes = {};
        }
    }
    return statistics;
}

void encode(Encoder& to, const Statistics& statistics) {
    to.put(statistics.total).put(statistics.seconds).put(statistics.incumbents);
    to.put(statistics.earlier).put(statistics.checkpoints);
    to.put(statistics.trace.events).put(statistics.trace.dropped).put(statistics.trace.error);
    to.put(static_cast<std::uint64_t>(statistics.localities.size()));
    for (const LocalityStatistics& locality : statistics.localities) encode(to, locality);
}
Statistics decode_statistics(Decoder& from) {
    Statistics statistics;
    statistics.total = from.get<Counters>();
    statistics.seconds = from.get<double>();
    statistics.incumbents = from.get<std::vector<Improvement>>();
    statistics.earlier = from.get<EarlierRuns>();
    statistics.checkpoints = from.get<CheckpointStatistics>();
    statistics.trace.events = from.get<std::uint64_t>();
    statistics.trace.dropped = from.get<std::uint64_t>();
    statistics.trace.error = from.get<std::string>();
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
        statistics.localities.push_back(decode_locality(from));
    }
    return statistics;
}

void encode(Encoder& to, const Outcome& outcome) {
    to.put(outcome.failure).put(outcome.status);
    encode(to, brief(outcome.statistics));
}
Outcome decode_outcome(Decoder& from) {
    Outcome outcome;
    outcome.failure = from.get<std::string>();
    outcome.status = from.get<Status>();
    outcome.statistics = decode_statistics(from);
    return outcome;
}

}  // namespace scrump::detail

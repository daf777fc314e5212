#include <scrump/runtime/detail/statistics_message.hpp>

namespace scrump::detail {
namespace {

void encode(Encoder& to, const TimeSeries& series) {
    to.put(series.width).put(series.sums);
}
TimeSeries decode_series(Decoder& from) {
    TimeSeries series;
    series.width = from.get<std::chrono::nanoseconds>();
    series.sums = from.get<std::vector<double>>();
    return series;
}

void encode(Encoder& to, const WorkerStatistics& worker) {
    to.put(worker.counters).put(worker.activity).put(worker.stack).put(worker.hardware).put(worker.incumbents);
    to.put(worker.stolen_from);
    encode(to, worker.busy);
    encode(to, worker.nodes);
}
WorkerStatistics decode_worker(Decoder& from) {
    WorkerStatistics worker;
    worker.counters = from.get<Counters>();
    worker.activity = from.get<Activity>();
    worker.stack = from.get<StackActivity>();
    worker.hardware = from.get<HardwareCounts>();
    worker.incumbents = from.get<std::uint64_t>();
    worker.stolen_from = from.get<std::vector<std::uint64_t>>();
    worker.busy = decode_series(from);
    worker.nodes = decode_series(from);
    return worker;
}

}  // namespace

void encode(Encoder& to, const LocalityStatistics& locality) {
    to.put(locality.title).put(locality.host).put(locality.processors);
    to.put(locality.traffic).put(locality.task_durations).put(locality.steal_latency);
    to.put(locality.work_rate).put(locality.grain).put(locality.target_score).put(locality.target_delay);
    to.put(static_cast<std::uint64_t>(locality.stolen_from.size()));
    for (const auto& [victim, steals] : locality.stolen_from) to.put(victim).put(steals);
    to.put(static_cast<std::uint64_t>(locality.targets.size()));
    for (const auto& [victim, target] : locality.targets) to.put(victim).put(target);
    to.put(static_cast<std::uint64_t>(locality.workers.size()));
    for (const WorkerStatistics& worker : locality.workers) encode(to, worker);
}
LocalityStatistics decode_locality(Decoder& from) {
    LocalityStatistics locality;
    locality.title = from.get<std::string>();
    locality.host = from.get<std::string>();
    locality.processors = from.get<std::vector<unsigned>>();
    locality.traffic = from.get<Traffic>();
    locality.task_durations = from.get<LatencyHistogram>();
    locality.steal_latency = from.get<LatencyHistogram>();
    locality.work_rate = from.get<double>();
    locality.grain = from.get<double>();
    locality.target_score = from.get<double>();
    locality.target_delay = from.get<double>();
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
        const auto victim = from.get<unsigned>();
        locality.stolen_from[victim] = from.get<RemoteSteals>();
    }
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
        const auto victim = from.get<unsigned>();
        locality.targets[victim] = from.get<StealTarget>();
    }
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) locality.workers.push_back(decode_worker(from));
    return locality;
}

void encode(Encoder& to, const TraceStatistics& trace) {
    to.put(trace.events).put(trace.dropped).put(trace.error);
}
TraceStatistics decode_trace(Decoder& from) {
    TraceStatistics trace;
    trace.events = from.get<std::uint64_t>();
    trace.dropped = from.get<std::uint64_t>();
    trace.error = from.get<std::string>();
    return trace;
}

}  // namespace scrump::detail

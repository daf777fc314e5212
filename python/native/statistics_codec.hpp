#pragma once
// Statistics as bytes, all of them.

#include <scrump/net/codec.hpp>
#include <scrump/search/estimate.hpp>
#include <scrump/search/result.hpp>

#include <memory>
#include <optional>

namespace scrump {

namespace python {

template <class Archive>
void pass(Archive& archive, TimeSeries& all) {
    archive(all.width, all.sums);
}
template <class Archive>
void pass(Archive& archive, WorkerStatistics& all) {
    archive(all.counters, all.activity, all.stack, all.hardware, all.incumbents, all.stolen_from, all.busy, all.nodes);
}
template <class Archive>
void pass(Archive& archive, LocalityStatistics& all) {
    archive(all.title, all.host, all.processors, all.workers, all.traffic, all.task_durations, all.steal_latency,
            all.work_rate, all.grain, all.stolen_from, all.targets, all.target_score, all.target_delay);
}
template <class Archive>
void pass(Archive& archive, TraceStatistics& all) {
    archive(all.events, all.dropped, all.error);
}
template <class Archive>
void pass(Archive& archive, Statistics& all) {
    auto estimate = all.estimate ? std::optional(*all.estimate) : std::nullopt;
    archive(all.total, all.localities, all.seconds, all.incumbents, all.bound, estimate, all.earlier, all.checkpoints,
            all.trace);
    if (estimate && !all.estimate) all.estimate = std::make_shared<const SearchEstimate>(*estimate);
}

/// By `pass`.
template <class T>
struct PassedCodec {
    static constexpr bool known = true;
    static void put(Encoder& to, const T& value) { pass(to, const_cast<T&>(value)); }  // it only reads
    static void get(Decoder& from, T& value) { pass(from, value); }
};

}  // namespace python

template <>
struct ForeignCodec<TimeSeries> : python::PassedCodec<TimeSeries> {};
template <>
struct ForeignCodec<WorkerStatistics> : python::PassedCodec<WorkerStatistics> {};
template <>
struct ForeignCodec<LocalityStatistics> : python::PassedCodec<LocalityStatistics> {};
template <>
struct ForeignCodec<TraceStatistics> : python::PassedCodec<TraceStatistics> {};
template <>
struct ForeignCodec<Statistics> : python::PassedCodec<Statistics> {};

}  // namespace scrump

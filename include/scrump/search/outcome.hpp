#pragma once
// What a run came to, and how it travels from locality to locality.

#include <scrump/net/codec.hpp>
#include <scrump/search/result.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

/// A locality's figures on the way to locality 0.
struct Report {
    Counters counters;
    unsigned busy_workers = 0;
    unsigned workers = 0;
};

/// A locality's share of a checkpoint.
struct CheckpointShare {
    Counters counters;
    std::chrono::nanoseconds pause{};  ///< no worker stood still for longer
    Bytes state;                       ///< see state.hpp
};

/// What a run came to, whatever the search type.
template <class Search>
struct Outcome {
    Status status = Status::complete;
    typename Search::Answer answer{};
    Statistics statistics;
    std::string failure;  ///< why there is no result; empty if there is one
};

inline void encode(Encoder& to, const LocalityStatistics& locality) {
    to.put(locality.title).put(locality.traffic).put(static_cast<std::uint64_t>(locality.workers.size()));
    for (const Counters& worker : locality.workers) to.put(worker);
}
inline LocalityStatistics decode_locality(Decoder& from) {
    LocalityStatistics locality;
    locality.title = from.get<std::string>();
    locality.traffic = from.get<Traffic>();
    locality.workers.resize(from.get<std::uint64_t>());
    for (Counters& worker : locality.workers) worker = from.get<Counters>();
    return locality;
}

template <class Search>
Bytes encode(const Outcome<Search>& outcome) {
    Encoder message;
    message.put(outcome.failure).put(outcome.status).put(outcome.statistics.total).put(outcome.statistics.seconds);
    message.put(outcome.statistics.earlier).put(outcome.statistics.checkpoints);
    message.put(static_cast<std::uint64_t>(outcome.statistics.localities.size()));
    for (const LocalityStatistics& locality : outcome.statistics.localities) encode(message, locality);
    Search::encode(message, outcome.answer);
    return message.take();
}
template <class Search>
Outcome<Search> decode_outcome(Bytes bytes) {
    Decoder from(std::move(bytes));
    Outcome<Search> outcome;
    outcome.failure = from.get<std::string>();
    outcome.status = from.get<Status>();
    outcome.statistics.total = from.get<Counters>();
    outcome.statistics.seconds = from.get<double>();
    outcome.statistics.earlier = from.get<EarlierRuns>();
    outcome.statistics.checkpoints = from.get<CheckpointStatistics>();
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
        outcome.statistics.localities.push_back(decode_locality(from));
    }
    Search::decode(from, outcome.answer);
    return outcome;
}

}  // namespace scrump

#pragma once
// What a run came to, and how it travels from locality to locality.

#include <scrump/net/codec.hpp>
#include <scrump/search/result.hpp>

#include <chrono>
#include <string>

namespace scrump {

/// A locality's figures on the way to locality 0.
struct ProgressReport {
    Counters counters;
    unsigned busy_workers = 0;
    unsigned workers = 0;
};

/// A locality's part of a snapshot.
struct LocalSnapshot {
    Counters counters;
    std::chrono::nanoseconds pause{};  ///< no worker stood still for longer
    Bytes state;                       ///< see state.hpp
};

/// What a run came to, but for its answer.
struct Outcome {
    Status status = Status::complete;
    Statistics statistics;
    std::string failure;  ///< why there is no result; empty if there is one
};

void encode(Encoder& to, const LocalityStatistics& locality);
LocalityStatistics decode_locality(Decoder& from);
void encode(Encoder& to, const Statistics& statistics);
Statistics decode_statistics(Decoder& from);

/// For the other processes: without what is known by time and of whom was stolen from, which would be much for many.
Statistics brief(Statistics statistics);

/// In brief.
void encode(Encoder& to, const Outcome& outcome);
Outcome decode_outcome(Decoder& from);

}  // namespace scrump

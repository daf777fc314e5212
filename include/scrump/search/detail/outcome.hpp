#pragma once
// What a search came to, and how it travels from locality to locality.

#include <scrump/net/codec.hpp>
#include <scrump/search/result.hpp>

#include <string>

namespace scrump::detail {

/// What a run came to, but for its answer.
struct Outcome {
    Status status = Status::complete;
    Statistics statistics;
    std::string failure;  ///< why there is no result; empty if there is one
};

void encode(Encoder& to, const Statistics& statistics);
Statistics decode_statistics(Decoder& from);

/// For the other processes: without what is known by time and of whom was stolen from, which would be much for many.
Statistics brief(Statistics statistics);

/// In brief.
void encode(Encoder& to, const Outcome& outcome);
Outcome decode_outcome(Decoder& from);

}  // namespace scrump::detail

#pragma once
// The outcome of a search, and its transport between localities.

#include <scrump/net/codec.hpp>
#include <scrump/search/result.hpp>

#include <string>

namespace scrump::detail {

/// The outcome of a run, except its answer.
struct Outcome {
    Status status = Status::complete;
    Statistics statistics;
    std::string failure;  ///< why there is no result; empty if there is one
};

/// For the other processes: without the figures of localities, which would be large for many.
void encode(Encoder& to, const Statistics& statistics);
Statistics decode_statistics(Decoder& from);

void encode(Encoder& to, const Outcome& outcome);
Outcome decode_outcome(Decoder& from);

}  // namespace scrump::detail

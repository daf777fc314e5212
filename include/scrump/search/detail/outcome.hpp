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

/// For the other processes: without the figures of localities, which would be much for many.
void encode(Encoder& to, const Statistics& statistics);
Statistics decode_statistics(Decoder& from);

void encode(Encoder& to, const Outcome& outcome);
Outcome decode_outcome(Decoder& from);

}  // namespace scrump::detail

#pragma once
// The messages in which figures travel between localities.

#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/work_amount.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/net/codec.hpp>

namespace scrump::detail {

/// A locality's figures in brief, on the way to locality 0.
struct ProgressReport {
    Counters counters;
    WorkAmount work;
    unsigned busy_workers = 0;
    unsigned workers = 0;
};

void encode(Encoder& to, const LocalityStatistics& locality);
LocalityStatistics decode_locality(Decoder& from);

void encode(Encoder& to, const TraceStatistics& trace);
TraceStatistics decode_trace(Decoder& from);

}  // namespace scrump::detail

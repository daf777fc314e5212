#pragma once
// How figures travel from locality to locality.

#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/work_amount.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/net/codec.hpp>

#include <vector>

namespace scrump::detail {

/// A locality's figures on the way to locality 0, in brief.
struct ProgressReport {
    Counters counters;
    WorkAmount work;
    unsigned busy_workers = 0;
    unsigned workers = 0;
};

void encode(Encoder& to, const LocalityStatistics& locality);
LocalityStatistics decode_locality(Decoder& from);

/// What the process that leads tells the others of a run besides its result: figures of all localities, and what of its
/// trace was written.
void encode(Encoder& to, const std::vector<LocalityStatistics>& localities, const TraceStatistics& trace);
void decode(Decoder& from, std::vector<LocalityStatistics>& localities, TraceStatistics& trace);

}  // namespace scrump::detail

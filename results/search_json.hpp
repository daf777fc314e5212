#pragma once
// What a search cost, as JSON (docs/command.md): for the command and the library.

#include "results/run_report.hpp"

#include <scrump/search/options.hpp>

namespace scrump::results {

/// What is known about a search by its statistics; `problem`, `instance`, `status` and `answer` are left to the caller.
/// Without options, what they chose is unknown.
RunReport report_of(const Statistics& statistics, const SearchOptions* options);

/// How a search was divided, and the part that was searched.
Json shard_json(const ShardStatistics& shard);
/// What a run exchanged with others.
Json exchange_json(const ExchangeStatistics& exchange);
/// An estimate as JSON; without times if no rate was measured.
Json estimate_json(const SearchEstimate& estimate);

/// Visited nodes per second of this run, without those of the runs that it resumed.
double nodes_per_second(const Statistics& statistics);

}  // namespace scrump::results

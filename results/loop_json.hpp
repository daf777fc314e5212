#pragma once
// What a self-scheduled loop cost, as JSON (docs/command.md): for the command and the library.

#include "results/run_report.hpp"

#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>

#include <cstddef>
#include <string>

namespace scrump::results {

/// What it cost, as is told of a search.
Statistics statistics_of(const LoopStatistics& statistics);
/// At least 1.
std::size_t localities_of(const LoopStatistics& statistics);

/// Adds the shortest, mean and longest time to send and to receive a chunk, in seconds: `send` and `receive`, if any
/// was sent or received.
void add_chunk_times(Json& json, const LoopTransfers& transfers);
/// What is known about loops by their statistics; `problem`, `instance`, `status` and `answer` are left to the caller.
/// Without options, what they chose is unknown.
RunReport report_of(const LoopStatistics& statistics, const LoopOptions* options);
/// Run the serial version, without Scrump's loops.
RunReport report_of_sequential_loop(const LoopOptions& options, double seconds);

}  // namespace scrump::results

#pragma once
// What a self-scheduled loop cost, as JSON (docs/command.md): for the command and the library.

#include "results/statistics_json.hpp"

#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>

#include <cstddef>
#include <string>

namespace scrump::results {

/// Version of the JSON object, with the same promise as that of searches.
inline constexpr int loop_json_version = 1;

/// What it cost, as is told of a search.
Statistics statistics_of(const LoopStatistics& statistics);
/// At least 1.
std::size_t localities_of(const LoopStatistics& statistics);

/// How much a thief takes: a technique, or the part of what the victim has.
std::string amount_of(const LoopStealing& stealing);

/// Adds how the loop was divided: of stealing only what took place, between localities that had parts.
void put_division(Json& json, const LoopStatistics& statistics, const LoopOptions& options);

/// Adds what is known of iterations, chunks, workers and transfers.
void put_loop(Json& json, const LoopStatistics& statistics);

}  // namespace scrump::results

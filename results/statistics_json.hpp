#pragma once
// What a run cost, as JSON (docs/command.md): for all that print it, the command and the Python package.

#include <scrump/search/result.hpp>

#include <nlohmann/json.hpp>

#include <limits>
#include <string>

namespace scrump::results {

using Json = nlohmann::ordered_json;

/// What was computed. Tasks of fork and join, loops and state spaces have no nodes, nor bounds or incumbents, so counts
/// of them are left out.
enum class Computation : unsigned char { search, tasks, loop, states };

/// The present in UTC: "2026-03-01T12:30:59Z".
std::string utc_now();

/// A number, whole where it is, as objectives are.
Json number(double value);

/// What a run cost: in all, of each worker, and of each locality. `alone_per_node`: seconds of work for a node on one
/// worker alone; NaN if it is not known.
Json statistics_json(const Statistics& statistics, Computation kind,
                     double alone_per_node = std::numeric_limits<double>::quiet_NaN());

/// Adds `hosts` and `processors`: how many there were of each.
void put_hosts(Json& json, const Statistics& statistics);

/// Adds `incumbents`, when what was found, and `history`, how fast work was done when, where they are known.
void put_course(Json& json, const Statistics& statistics);

}  // namespace scrump::results

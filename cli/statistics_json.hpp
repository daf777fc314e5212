#pragma once
// What a run cost, as JSON: see docs/command.md.

#include <scrump/search/result.hpp>

#include <nlohmann/json.hpp>

namespace scrump::cli {

/// The `statistics` of a result: of the run, of each worker, and of each locality. `alone_per_node`: seconds of work
/// for a node on one worker alone; NaN if it is not known.
nlohmann::ordered_json statistics_json(const Statistics& statistics, double alone_per_node);

/// How fast work was done when: `history`; and `incumbents`: when what was found. Null if that was not looked at.
nlohmann::ordered_json history_json(const Statistics& statistics);
nlohmann::ordered_json incumbents_json(const Statistics& statistics);

}  // namespace scrump::cli

#pragma once
// What random walks through a state space came to, as JSON (docs/command.md): for the command and the Python package.

#include "results/run_report.hpp"
#include "results/states_json.hpp"

#include <scrump/states/explore/random_walk.hpp>
#include <scrump/states/explore/random_walk_options.hpp>

namespace scrump::results {

/// Everything known about the walks; of `run`, its statistics are not used.
RunReport report_of(const StatesRun& run, const RandomWalkStatistics& walks, const RandomWalkOptions& options,
                    bool with_path);

}  // namespace scrump::results

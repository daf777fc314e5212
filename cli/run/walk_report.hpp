#pragma once
// What the command prints of random walks: lines for people, or one JSON object for machines.

#include "run/states_report.hpp"

#include <scrump/states/explore/random_walk_options.hpp>

namespace scrump::cli {

/// On the standard output; returns the exit status. `report.walks` must be there.
int print_walk(const StatesReport& report, const RandomWalkOptions& options, const StatesOutput& output,
               const Invocation& invocation);

}  // namespace scrump::cli

#pragma once
// What a run cost, as tables for people: `--stats`.

#include <scrump/search/result.hpp>

#include "results/statistics_json.hpp"

namespace scrump::cli {

using results::Computation;

/// Prints what each worker and each locality did. `alone_per_node`: seconds of work for a node on one worker alone; NaN
/// if it is not known.
void print_statistics(const Statistics& statistics, Computation kind, double alone_per_node);

}  // namespace scrump::cli

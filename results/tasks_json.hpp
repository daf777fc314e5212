#pragma once
// What a fork-join computation cost, as JSON (docs/command.md): for the command and the library.

#include "results/run_report.hpp"

#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

namespace scrump::results {

/// What is known about a computation by its statistics; `problem`, `instance`, `status` and `answer` are left to the
/// caller. Without options, what they chose is unknown.
RunReport report_of(const TaskStatistics& statistics, const TaskOptions* options);
/// The same by hand, without tasks.
RunReport report_of_sequential_tasks(const TaskOptions& options, double seconds);

/// What all localities stole from each other.
Traffic between_localities(const TaskStatistics& statistics);
double round_trips_per_steal(const Traffic& traffic);

}  // namespace scrump::results

#pragma once
// A report as one JSON object: see docs/command.md.

#include "computation.hpp"
#include "report.hpp"
#include "run_options.hpp"

#include <limits>
#include <string>

namespace scrump::cli {

/// Version of the JSON object of a search. Fields may be added within a version; none changes its meaning or goes.
inline constexpr int json_version = 1;

/// What a run cost: in all, of each worker, and of each locality. `alone_per_node` as of Report.
Report::Json statistics_json(const Statistics& statistics, Computation kind,
                             double alone_per_node = std::numeric_limits<double>::quiet_NaN());

/// Adds what made the run: program, command line, date, and how many hosts and processors.
void put_provenance(Report::Json& json, const Statistics& statistics);

Report::Json to_json(const Report& report, const RunOptions& options);

/// Reads one back: seconds of work for each node in the run whose object is in `file`, which must have had one worker;
/// NaN if `file` is empty. Throws Error.
double read_reference(const std::string& file);

}  // namespace scrump::cli

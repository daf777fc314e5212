#pragma once
// A report as one JSON object: see docs/command.md.

#include "report.hpp"
#include "run_options.hpp"

#include <limits>
#include <string>

namespace scrump::cli {

/// Version of the JSON object of a search. Fields may be added within a version; none changes its meaning or goes.
inline constexpr int json_version = 1;

enum class Computation : unsigned char { search, tasks };

/// What a run cost: in all, of each worker, and of each locality. Tasks of fork and join have no nodes, nor bounds or
/// incumbents, so counts of them are left out. `alone_per_node` as of Report.
Report::Json statistics_json(const Statistics& statistics, Computation kind,
                             double alone_per_node = std::numeric_limits<double>::quiet_NaN());

/// Adds what made the run: program, command line, date, and how many hosts and processors.
void put_provenance(Report::Json& json, const Statistics& statistics);

Report::Json to_json(const Report& report, const RunOptions& options);

/// Reads one back: seconds of work for each node in the run whose object is in `file`, which must have had one worker;
/// NaN if `file` is empty. Throws Error.
double read_reference(const std::string& file);

}  // namespace scrump::cli

#pragma once
// A report as one JSON object: see docs/command.md.

#include "report.hpp"
#include "run_options.hpp"

#include "results/statistics_json.hpp"

#include <string>

namespace scrump::cli {

/// Version of the JSON object of a search. Fields may be added within a version; none changes its meaning or goes.
inline constexpr int json_version = 1;

using results::Computation;
using results::statistics_json;

/// Adds what made the run: program, command line, date, and how many hosts and processors.
void put_provenance(Report::Json& json, const Statistics& statistics);

Report::Json to_json(const Report& report, const RunOptions& options);

/// Reads one back: seconds of work for each node in the run whose object is in `file`, which must have had one worker;
/// NaN if `file` is empty. Throws Error.
double read_reference(const std::string& file);

}  // namespace scrump::cli

#pragma once
// What a search reports, and reports of runs to compare with.

#include "run/report.hpp"
#include "run/run_options.hpp"

#include "results/run_report.hpp"

#include <limits>
#include <string>

namespace scrump::cli {

/// What a search reports.
results::RunReport report_of(const Report& report, const RunOptions& options);

/// A run on one worker, to compare with.
struct Reference {
    std::string file{};
    std::string problem{};
    Report::Json instance{};
    double seconds_per_node = std::numeric_limits<double>::quiet_NaN();  ///< of work; NaN: there is no such run

    /// Throws UsageError where it was of another search than `problem` and `instance` are. How files are called does
    /// not count.
    void expect(const std::string& problem, const Report::Json& instance) const;
};

/// Reads the object in `file`; none if that is empty. Throws Error, also where the run had several workers.
Reference read_reference(const std::string& file);

}  // namespace scrump::cli

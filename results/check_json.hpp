#pragma once
// What was answered about a net, as JSON (docs/command.md): for the command and the Python package.

#include "results/run_report.hpp"

#include <scrump/problems/petri/check.hpp>

#include <string>
#include <vector>

namespace scrump::results {

/// Whether diagrams were made: many answers need none, and the run has no figures of them then.
bool makes_diagrams(const petri::Checked& found);

/// Everything known about a run; `file` is the net's, and `seconds` its duration.
RunReport report_of(const petri::Checked& found, const petri::Net& net, const std::vector<petri::Property>& properties,
                    const petri::CheckOptions& options, const std::string& file, double seconds);

}  // namespace scrump::results

#pragma once
// What symbolic reachability came to, as JSON (docs/command.md): for the command and the Python package.

#include "results/run_report.hpp"

#include <scrump/problems/petri/net.hpp>
#include <scrump/problems/petri/reach.hpp>
#include <scrump/states/diagrams/counters.hpp>
#include <scrump/states/diagrams/model_file.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump::results {

/// Statistics of the nodes; of reordering, if levels were sifted.
Json diagrams_json(const DiagramStatistics& diagrams);

/// How the markings of a net were searched for.
Json choices_of(const CounterReachability& found, const petri::NetReachOptions& options);

/// What the operations cost, as is told of a search.
Statistics statistics_of(const TaskStatistics& tasks);

/// Everything known about a run; `file` is the model's.
RunReport report_of(const SymbolicReachability& found, const AnyModel& model, const SymbolicReachOptions& options,
                    const std::string& file);

/// The same of a net.
RunReport report_of(const petri::NetReachability& found, const petri::Net& net, const petri::NetReachOptions& options,
                    const std::string& file);

/// What the numbers in the states and steps of a model's paths say.
std::string legend_of(const AnyModel& model);

/// Names of transitions.
std::vector<std::string> names_of(const petri::Net& net, const std::vector<std::uint32_t>& transitions);

/// Bytes of the table for each of its nodes.
double bytes_a_node(const DiagramStatistics& diagrams);

}  // namespace scrump::results

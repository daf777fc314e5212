#pragma once
// What the exploration of a state space came to, as JSON (docs/command.md): for the command and the Python package.

#include "results/run_report.hpp"

#include <scrump/states/explore/options.hpp>
#include <scrump/states/explore/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace scrump::results {

/// An exploration, and how it ended.
struct StatesRun {
    std::string problem{};
    Json instance{};
    Json result = Json::object();  ///< what else the model has to tell
    Status status = Status::complete;
    bool all_expanded = false;
    bool representatives = false;  ///< whether states are those of symmetry
    bool reduced = false;          ///< whether states that are not needed for deadlocks were left out
    double expected_missed = 0;
    std::string finding{};             ///< "goal", "violation" or "deadlock"; empty: none
    std::string invariant{};           ///< of a violation
    std::vector<std::string> path{};   ///< the states to it, as text: the last one is what was found
    std::vector<std::string> steps{};  ///< between these, in the model's words; empty if it has none
    std::string legend{};              ///< what the letters in states say; may be empty
    bool refuted = false;              ///< what was sought cannot be there, which was known without an exploration
    ExploreStatistics statistics{};
};

/// What it cost, as is told of a search.
Statistics statistics_of(const ExploreStatistics& statistics);
double states_per_second(const ExploreStatistics& statistics);
/// Of each locality; 1 at least.
std::size_t workers_of_each(const ExploreStatistics& statistics);

/// Puts what was found, with the path to it if it is known and wanted.
void put_finding(Json& json, const StatesRun& run, bool has_path, bool with_path);

/// What is told of a state graph: its file and size, or what stopped it, so that the file was not written.
Json graph_json(const std::string& file, Status ended, std::size_t states, std::size_t transitions);

/// Everything known about a run.
RunReport report_of(const StatesRun& run, const ExploreOptions& options, bool with_path);

}  // namespace scrump::results

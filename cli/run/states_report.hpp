#pragma once
// What the command prints of a state space: lines for people, or one JSON object for machines.

#include "line/invocation.hpp"
#include "results/states_json.hpp"
#include "run/output_options.hpp"
#include "run/report.hpp"

#include <scrump/sim/machine.hpp>
#include <scrump/states/explore/options.hpp>
#include <scrump/states/explore/random_walk.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

/// How it is to be printed.
struct StatesOutput : OutputOptions {
    bool path = false;  ///< the states of a path, too
};

/// Everything to be printed of one run.
struct StatesReport : results::StatesRun {
    using Json = Report::Json;

    std::vector<std::pair<std::string, std::string>> answer{};  ///< lines for people: label and text
    std::vector<std::string> sought{};                          ///< what was looked for: "solution", "deadlock"

    std::optional<SimulatedMachine> machine{};    ///< that it ran on; none: this one
    std::optional<RandomWalkStatistics> walks{};  ///< of random walks; none: states were explored
    std::string graph{};                          ///< what was drawn, for people; empty: nothing
    bool lacks_graph = false;                     ///< whether the graph that was asked for was not written

    /// A graph was written to a file, or not, if it is not complete.
    void drawn(const std::string& file, Status ended, std::size_t states, std::size_t transitions);
    void add(const std::string& label, const char* key, const std::string& text, const Json& value) {
        answer.emplace_back(label, text);
        result[key] = value;
    }
};

/// What was found, and after how many steps: "deadlock, after 3 steps".
std::string finding_text(const StatesReport& report);
/// The states of the path to what was found.
void print_path(const StatesReport& report);

/// On the standard output; returns the exit status.
int print(const StatesReport& report, const ExploreOptions& options, const StatesOutput& output,
          const Invocation& invocation);

}  // namespace scrump::cli

#pragma once
// How every front door prints a run: its JSON object, its answer alone, or lines for people.

#include "line/invocation.hpp"
#include "run/output_options.hpp"
#include "run/report.hpp"
#include "run/simulation.hpp"

#include "results/run_report.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

/// Labels and texts.
using Lines = std::vector<std::pair<std::string, std::string>>;

/// What people read about a run.
struct RunText {
    Lines answer{};                                   ///< `--quiet` prints the texts alone
    std::optional<std::vector<std::string>> quiet{};  ///< what `--quiet` prints instead
    Lines rest{};                                     ///< follows the answer
    std::function<void()> tables{};                   ///< follows the lines; none: nothing
    std::string failure{};  ///< what could not be written beside the answer; it makes the exit status `failed`
};

/// What a front door's report and `run` have in common goes into `run`.
template <class FrontDoorReport>
void take_over(results::RunReport& run, const FrontDoorReport& report, const std::optional<SimulatedMachine>& machine) {
    run.problem = report.problem;
    run.instance = report.instance;
    run.status = report.status;
    run.answer = report.result;
    put_simulation(run.more, machine);
}

/// "complete", or "stopped (time-limit)".
std::string status_text(Status status);
/// "workers": "2", or "2 localities of 1".
void add_workers(Lines& lines, const results::RunReport& report);
/// "paper": the system that the run was, if it was that of a paper.
void add_paper(Lines& lines, const results::RunReport& report);
/// "trace": its file and events, if there are any.
void add_trace(Lines& lines, const results::RunReport& report);

/// Prints it on standard output and returns the exit status: `exit`, unless something could not be written.
int print_run(const results::RunReport& report, const RunText& text, const OutputOptions& output,
              const Invocation& invocation, Exit exit);

}  // namespace scrump::cli

#pragma once
// A subcommand that searches, from its arguments to what it prints.

#include "line/command_line.hpp"
#include "run/live_search.hpp"
#include "run/process.hpp"
#include "run/report.hpp"
#include "run/run_options.hpp"

#include <functional>
#include <memory>
#include <string>

namespace scrump::cli {

/// Has `solve` search and report, prints the report, and returns the exit status.
int search_and_print(const std::string& problem, const RunOptions& given, const Process& process,
                     const std::function<Report(LiveSearch&)>& solve);

/// Declares a subcommand that searches: it takes what `declare` says, and the options of all searches. `solve` has its
/// arguments, `Arguments`.
template <class Arguments>
Command declare_search(CommandLine& line, const std::string& problem, const std::string& summary,
                       const std::function<void(Command command, Arguments& given)>& declare,
                       const std::function<Report(const Arguments& given, LiveSearch& live)>& solve,
                       Aim aim = Aim::best) {
    struct Given {
        Arguments own;
        RunOptions run;
    };
    const auto given = std::make_shared<Given>();
    Command command = line.subcommand(problem, summary);
    command.options([given, declare, aim](Command own) {
        declare(own, given->own);
        given->run.declare(own, aim);
    });
    command.does([given, problem, solve](const Process& process) {
        return search_and_print(problem, given->run, process,
                                [&](LiveSearch& live) { return solve(given->own, live); });
    });
    return command;
}

}  // namespace scrump::cli

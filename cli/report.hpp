#pragma once
// What the command prints of a result: lines for people, or one JSON object for machines.

#include "run_options.hpp"

#include <scrump/runtime/session.hpp>
#include <scrump/search/result.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

/// Exit statuses, as documented in docs/command.md.
enum Exit : int { solved = 0, failed = 1, bad_usage = 2, stopped = 3, lost = 4 };

/// Everything to be printed of one run.
struct Report {
    std::string problem;                                      ///< the subcommand's name
    nlohmann::ordered_json instance;                          ///< what was solved
    std::vector<std::pair<std::string, std::string>> answer;  ///< lines for people: label and text
    /// `objective`, `count`, `solution` and the like; nothing if nothing is known.
    nlohmann::ordered_json result = nlohmann::ordered_json::object();
    std::string unproved = "the best so far, not proved";  ///< what a stopped run's answer is
    Status status = Status::complete;
    Statistics statistics;
};

/// Answers whether there is what was sought: yes, no, or, if the search was stopped before that was known, unknown.
void answer_existence(Report& report, const std::string& label, bool found);

/// Version of the JSON object. Fields may be added within a version; none changes its meaning or goes.
inline constexpr int json_version = 1;

/// Prints the report on the first process's standard output, and returns the exit status.
Exit print(const Report& report, const RunOptions& options, const Session& session);

}  // namespace scrump::cli

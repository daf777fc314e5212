#pragma once
// What the command prints of a loop: lines for people, one JSON object for machines, or a table for spreadsheets.

#include "line/invocation.hpp"
#include "run/output_options.hpp"
#include "run/report.hpp"

#include <apps/step_cost.hpp>

#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/sim/machine.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

/// How it is to be printed.
struct LoopOutput : OutputOptions {
    std::string csv;  ///< a file for each worker's share; empty: none
};

/// Everything to be printed of one run.
struct LoopReport {
    std::string problem{};
    Report::Json instance{};
    std::vector<std::pair<std::string, std::string>> answer{};  ///< lines for people: label and text
    Report::Json result = Report::Json::object();
    Status status = Status::complete;
    bool sequential = false;
    std::optional<SimulatedMachine> machine{};  ///< that it ran on; none: this one
    double seconds = 0;                         ///< of all of it, with what the application does besides its loop
    LoopStatistics statistics{};
    std::vector<apps::StepCost> steps{};  ///< of an application of many loops

    void add(const std::string& label, const char* key, const std::string& text, const Report::Json& value) {
        answer.emplace_back(label, text);
        result[key] = value;
    }
};

/// On the standard output; returns the exit status.
int print(const LoopReport& report, const LoopOptions& options, const LoopOutput& output, const Invocation& invocation);

}  // namespace scrump::cli

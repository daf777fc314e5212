#include "run/walk_report.hpp"

#include "line/texts.hpp"
#include "run/print_run.hpp"

#include "results/walk_json.hpp"

#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

namespace scrump::cli {
namespace {

std::string status_of_walk(const StatesReport& report) {
    if (report.status != Status::complete) return status_text(report.status);
    return report.finding.empty() ? "complete: no step leads anywhere" : "complete: found";
}

Lines answer_of_walk(const StatesReport& report) {
    Lines lines;
    if (!report.finding.empty()) lines.emplace_back("found", finding_text(report));
    for (const auto& [label, text] : report.answer) lines.emplace_back(label, printable(text));
    return lines;
}

Lines lines_of_walk(const StatesReport& report, const RandomWalkOptions& options) {
    const RandomWalkStatistics& walks = *report.walks;
    return {
        {"steps", fmt::format("{} in {} of at most {} each", walks.steps, in_full(walks.walks, "walk"), options.depth)},
        {"deadlocks", fmt::format("{} walks ended in one", walks.deadlocks)},
        {"status", status_of_walk(report)},
        {"time", fmt::format("{:.3f} s: {} steps/s", walks.seconds, human(walks.steps_per_second()))},
        {"workers", std::to_string(walks.workers.size())}};
}

void print_workers(const RandomWalkStatistics& walks) {
    fmt::print("\n{:>9}{:>16}{:>12}\n", "worker", "steps", "walks");
    for (std::size_t worker = 0; worker < walks.workers.size(); ++worker)
        fmt::print("{:>9}{:>16}{:>12}\n", worker, walks.workers[worker].steps, walks.workers[worker].walks);
}

}  // namespace

int print_walk(const StatesReport& report, const RandomWalkOptions& options, const StatesOutput& output,
               const Invocation& invocation) {
    const RunText text{
        .answer = answer_of_walk(report),
        .quiet = report.finding.empty() ? std::vector<std::string>() : std::vector<std::string>{report.finding},
        .rest = lines_of_walk(report, options),
        .tables = [&] {
            if (output.path) print_path(report);
            if (output.stats) print_workers(*report.walks);
        }};
    return print_run(results::report_of(report, *report.walks, options, output.path), text, output, invocation,
                     report.status == Status::complete ? solved : stopped);
}

}  // namespace scrump::cli

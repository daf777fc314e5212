#include "run/states_report.hpp"

#include "line/texts.hpp"
#include "run/print_run.hpp"
#include "run/simulation.hpp"
#include "run/statistics_tables.hpp"

#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace scrump::cli {
namespace {

using results::states_per_second;

std::string name_of_finding(const StatesReport& report) {
    return report.invariant.empty() ? report.finding : report.finding + " of " + report.invariant;
}

std::string finding_of(const StatesReport& report, const ExploreOptions& options) {
    if (!options.paths) return name_of_finding(report);
    const bool is_shortest = options.order == ExplorationOrder::breadth_first;
    return finding_text(report) + (is_shortest ? ": there is no shorter way" : "");
}

std::string status_of(const StatesReport& report, const ExploreOptions& options) {
    if (report.statistics.checkpoints.stopped_reading) {
        return fmt::format("stopped ({}) while reading {}: these are its figures", name(report.status),
                           printable(options.checkpoints.resume));
    }
    if (report.status != Status::complete) return fmt::format("stopped ({})", name(report.status));
    if (report.refuted) return "complete: known without a search";
    if (!report.finding.empty()) return "complete: found";
    if (!report.all_expanded) return "complete up to the last level";
    if (options.storage == StateStorage::exact)
        return report.reduced ? "complete: all states of the reduced space were visited"
                              : "complete: all states were visited";
    return fmt::format("complete, except for states that may have been missed: {:.2g} are expected",
                       report.expected_missed);
}

// Of a level that is not complete the time is not known.
void print_levels(const ExploreStatistics& statistics) {
    fmt::print("\n{:>9}{:>16}{:>12}\n", "level", "states", "seconds");
    for (std::size_t level = 0; level < statistics.levels.size(); ++level) {
        const bool complete = level < statistics.level_seconds.size();
        fmt::print("{:>9}{:>16}{:>12}\n", level, statistics.levels[level],
                   complete ? fmt::format("{:.6f}", statistics.level_seconds[level]) : "");
    }
}

std::string nothing_found(const StatesReport& report) {
    return join(report.sought, [](const std::string& each) { return "no " + each; });
}

Lines answer_of(const StatesReport& report, const ExploreOptions& options) {
    Lines lines;
    if (!report.finding.empty()) {
        lines.emplace_back("found", finding_of(report, options));
    } else if ((report.all_expanded || report.refuted) && !report.sought.empty()) {
        lines.emplace_back("found", nothing_found(report));
    }
    for (const auto& [label, text] : report.answer) lines.emplace_back(label, printable(text));
    return lines;
}

Lines lines_beneath(const StatesReport& report, const results::RunReport& run, const ExploreOptions& options) {
    const ExploreStatistics& statistics = report.statistics;
    const char* const which = report.representatives ? " representatives" : report.reduced ? ", reduced" : "";
    Lines lines = {{"states", fmt::format("{}{}", statistics.states, which)},
                   {"transitions", std::to_string(statistics.transitions)},
                   {"deadlocks", std::to_string(statistics.deadlocks)}};
    if (!statistics.levels.empty()) lines.emplace_back("levels", std::to_string(statistics.levels.size()));
    lines.emplace_back("status", status_of(report, options));
    lines.emplace_back("time",
                       fmt::format("{:.3f} s: {} states/s", statistics.seconds, human(states_per_second(statistics))));
    lines.emplace_back("memory",
                       fmt::format("{:.1f} bytes a state, {}", statistics.bytes_per_state(), name(options.storage)));
    add_workers(lines, run);
    if (report.machine) lines.emplace_back("simulated", machine_text(*report.machine));
    lines.emplace_back(
        "stolen", fmt::format("{} states, {} of them between localities", statistics.stolen, statistics.stolen_away));
    if (!options.disk.empty()) {
        const ExploreDiskStatistics& disk = statistics.disk;
        const auto amount = [](std::uint64_t bytes) { return human(static_cast<double>(bytes)); };
        lines.emplace_back("disk", fmt::format("{}: at most {} bytes, {} written, {} read, {} runs, {} merges",
                                               printable(options.disk), amount(disk.bytes), amount(disk.bytes_written),
                                               amount(disk.bytes_read), disk.runs, disk.merges));
    }
    if (options.checkpoints.wanted())
        lines.emplace_back("checkpoints", fmt::format("{}: {} written", printable(options.checkpoints.file),
                                                      statistics.checkpoints.written));
    if (!report.graph.empty()) lines.emplace_back("graph", report.graph);
    add_trace(lines, run);
    return lines;
}

void print_tables(const StatesReport& report, const StatesOutput& output) {
    if (output.path) print_path(report);
    if (!output.stats) return;
    if (!report.statistics.levels.empty()) print_levels(report.statistics);
    print_statistics(results::statistics_of(report.statistics), Computation::states,
                     std::numeric_limits<double>::quiet_NaN());
}

std::vector<std::string> answer_alone(const StatesReport& report) {
    if (report.refuted) return {nothing_found(report)};
    std::vector<std::string> texts;
    if (!report.finding.empty()) texts.push_back(report.finding);
    for (const auto& [label, text] : report.answer) texts.push_back(printable(text));
    if (report.finding.empty()) texts.push_back(std::to_string(report.statistics.states));
    return texts;
}

}  // namespace

std::string finding_text(const StatesReport& report) {
    const std::size_t steps = report.path.size() - 1;
    return fmt::format("{}, after {} step{}", name_of_finding(report), steps, steps == 1 ? "" : "s");
}

void print_path(const StatesReport& report) {
    if (!report.legend.empty() && !report.path.empty()) fmt::print("\n{}\n", report.legend);
    for (std::size_t i = 0; i < report.path.size(); ++i) {
        if (i > 0 && i <= report.steps.size()) fmt::print("\n-- {}\n", printable(report.steps[i - 1]));
        fmt::print("{}{}\n", i > 0 && i <= report.steps.size() ? "" : "\n", report.path[i]);
    }
}

void StatesReport::drawn(const std::string& file, Status ended, std::size_t states, std::size_t transitions) {
    lacks_graph = ended != Status::complete;
    graph = printable(file) + (lacks_graph ? fmt::format(": not written: {}", status_text(ended))
                                           : fmt::format(": {} states, {} transitions", states, transitions));
    result["graph"] = results::graph_json(file, ended, states, transitions);
}

int print(const StatesReport& report, const ExploreOptions& options, const StatesOutput& output,
          const Invocation& invocation) {
    results::RunReport run = results::report_of(report, options, output.path);
    put_simulation(run.more, report.machine);
    const bool complete = report.status == Status::complete && !report.lacks_graph;
    const std::string& unkept = report.statistics.checkpoints.error;
    const RunText text{.answer = answer_of(report, options),
                       .quiet = answer_alone(report),
                       .rest = lines_beneath(report, run, options),
                       .tables = [&] { print_tables(report, output); },
                       .failure = unkept};
    return print_run(run, text, output, invocation, complete ? solved : unkept.empty() ? stopped : lost);
}

}  // namespace scrump::cli

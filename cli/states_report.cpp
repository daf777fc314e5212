#include "states_report.hpp"

#include "complain.hpp"
#include "progress_line.hpp"
#include "report_json.hpp"
#include "statistics_tables.hpp"
#include "texts.hpp"

#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace scrump::cli {
namespace {

using Json = StatesReport::Json;
using results::states_per_second;
using results::workers_of_each;

Json to_json(const StatesReport& report, const ExploreOptions& options, bool with_path) {
    Json json = results::states_json(report, options, with_path);
    put_provenance(json, results::statistics_of(report.statistics));
    return json;
}

std::string finding_of(const StatesReport& report, const ExploreOptions& options) {
    std::string text = report.finding;
    if (!report.invariant.empty()) text += " of " + report.invariant;
    if (!options.paths) return text;
    const std::size_t steps = report.path.size() - 1;
    text += fmt::format(", after {} step{}", steps, steps == 1 ? "" : "s");
    return options.order == ExplorationOrder::breadth_first ? text + ": there is no shorter way" : text;
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
    if (options.storage == StateStorage::exact) return "complete: all states were visited";
    return fmt::format("complete, but for states that may have been missed: {:.2g} are expected",
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

void print_path(const StatesReport& report) {
    if (!report.legend.empty() && !report.path.empty()) fmt::print("\n{}\n", report.legend);
    for (std::size_t i = 0; i < report.path.size(); ++i) {
        if (i > 0 && i <= report.steps.size()) fmt::print("\n-- {}\n", printable(report.steps[i - 1]));
        fmt::print("{}{}\n", i > 0 && i <= report.steps.size() ? "" : "\n", report.path[i]);
    }
}

void print_lines(const StatesReport& report, const ExploreOptions& options, const StatesOutput& output) {
    const ExploreStatistics& statistics = report.statistics;
    if (!report.finding.empty()) {
        print_line("found", finding_of(report, options));
    } else if ((report.all_expanded || report.refuted) && !report.sought.empty()) {
        print_line("found", join(report.sought, [](const std::string& each) { return "no " + each; }));
    }
    for (const auto& [label, text] : report.answer) print_line(label, printable(text));
    print_line("states", std::to_string(statistics.states));
    print_line("transitions", std::to_string(statistics.transitions));
    print_line("deadlocks", std::to_string(statistics.deadlocks));
    if (!statistics.levels.empty()) print_line("levels", std::to_string(statistics.levels.size()));
    print_line("status", status_of(report, options));
    print_line("time", fmt::format("{:.3f} s: {} states/s", statistics.seconds, human(states_per_second(statistics))));
    print_line("memory", fmt::format("{:.1f} bytes a state, {}", statistics.bytes_per_state(), name(options.storage)));
    const std::size_t localities = std::max<std::size_t>(statistics.localities.size(), 1);
    const std::size_t workers = workers_of_each(statistics);
    print_line("workers",
               localities > 1 ? fmt::format("{} localities of {}", localities, workers) : std::to_string(workers));
    print_line("stolen",
               fmt::format("{} states, {} of them between localities", statistics.stolen, statistics.stolen_away));
    if (options.checkpoints.wanted())
        print_line("checkpoints",
                   fmt::format("{}: {} written", printable(options.checkpoints.file), statistics.checkpoints.written));
    if (statistics.trace.events > 0)
        print_line("trace", fmt::format("{}: {} events", printable(options.trace.file), statistics.trace.events));
    if (output.path) print_path(report);
    if (!output.stats) return;
    if (!statistics.levels.empty()) print_levels(statistics);
    print_statistics(results::statistics_of(statistics), Computation::states, std::numeric_limits<double>::quiet_NaN());
}

void print_answer_alone(const StatesReport& report) {
    if (report.refuted) {
        fmt::print("{}\n", join(report.sought, [](const std::string& each) { return "no " + each; }));
        return;
    }
    if (!report.finding.empty()) fmt::print("{}\n", report.finding);
    for (const auto& [label, text] : report.answer) fmt::print("{}\n", printable(text));
    if (report.finding.empty()) fmt::print("{}\n", report.statistics.states);
}

}  // namespace

int print(const StatesReport& report, const ExploreOptions& options, const StatesOutput& output) {
    if (output.json) {
        fmt::print("{}\n", to_json(report, options, output.path).dump(-1, ' ', false, Json::error_handler_t::replace));
    } else if (output.quiet) {
        print_answer_alone(report);
    } else {
        print_lines(report, options, output);
    }
    if (const std::string& error = report.statistics.checkpoints.error; !error.empty()) {
        complain(error);
        return report.status == Status::complete ? failed : lost;
    }
    if (!report.statistics.trace.error.empty()) {
        complain(report.statistics.trace.error);
        return failed;
    }
    return report.status == Status::complete ? solved : stopped;
}

}  // namespace scrump::cli

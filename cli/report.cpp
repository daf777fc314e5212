#include "report.hpp"

#include "results/policy_in_use.hpp"

#include "complain.hpp"
#include "report_json.hpp"
#include "simulation.hpp"
#include "statistics_tables.hpp"
#include "texts.hpp"

#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace scrump::cli {
namespace {

// A run that found its checkpoint finished visited no node, at no rate.
std::string time_text(const Report& report) {
    std::string text =
        fmt::format("{:.3f} s, {}", report.statistics.seconds, in_full(report.statistics.total.nodes, "node"));
    if (const double nodes = report.nodes_per_second(); nodes > 0) text += fmt::format(", {}/s", human(nodes));
    return text;
}

void print_earlier(const EarlierRuns& earlier) {
    print_line("resumed", fmt::format("after {} of {:.3f} s, {}", in_full(earlier.runs, "run"), earlier.seconds,
                                      in_full(earlier.counters.nodes, "node")));
}

void print_checkpoints(const std::string& file, const CheckpointStatistics& checkpoints) {
    const std::chrono::duration<double, std::milli> pause = checkpoints.longest_pause;
    std::string text = fmt::format("{}: {}B, {} written", printable(file),
                                   human(static_cast<double>(checkpoints.bytes)), checkpoints.written);
    if (checkpoints.failed > 0) text += fmt::format(", {} failed", checkpoints.failed);
    if (pause.count() > 0) text += fmt::format(", longest pause {:.3f} ms", pause.count());
    print_line("checkpoint", text);
}

void print_trace(const std::string& file, const TraceStatistics& trace) {
    std::string text = fmt::format("{}: {}", printable(file), in_full(trace.events, "event"));
    if (trace.dropped > 0) text += fmt::format(", {} older ones dropped: see --trace-events", trace.dropped);
    print_line("trace", text);
}

// Of a run that was stopped: what the best solution can still be.
std::string bound_text(const Report& report) {
    std::string text = fmt::format("{:.15g}", *report.statistics.bound);
    if (const auto found = report.objective())
        text += fmt::format(", a gap of {}", gap_text(*found, *report.statistics.bound));
    return text;
}

// Near enough is what was asked for.
Exit exit_of(const Report& report) {
    if (report.status == Status::complete) return solved;
    if (report.status == Status::gap && !report.statistics.checkpoints.last_failed) return solved;
    return report.statistics.checkpoints.last_failed ? lost : stopped;
}

// Of a run that was stopped, and whose last checkpoint could not be written.
std::string what_is_lost(const Report& report, const Checkpoints& checkpoints) {
    if (report.statistics.checkpoints.written > 0)
        return checkpoints.file + ": is not the last state: what was done since it was written is lost";
    if (checkpoints.resumes()) return checkpoints.resume + ": is still where to go on from: what this run did is lost";
    return checkpoints.file + ": there is none to go on from: what was done is lost";
}

}  // namespace

double Report::nodes_per_second() const {
    const double nodes = static_cast<double>(statistics.total.nodes - statistics.earlier.counters.nodes);
    return statistics.seconds > 0 ? nodes / statistics.seconds : 0;
}

std::size_t Report::workers_of_each() const {
    std::size_t most = 0;
    for (const LocalityStatistics& each : statistics.localities) most = std::max(most, each.workers.size());
    return most;
}

std::optional<double> Report::objective() const {
    const auto found = result.find("objective");
    if (found == result.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

void Report::add(const std::string& label, const char* key, const Json& value) {
    answer.emplace_back(label, shown(value));
    result[key] = value;
}

Report::Json& Report::counted(const std::string& key) {
    return result[status == Status::complete ? key : key + "_so_far"];
}

void Report::add_count(const std::string& label, const char* key, std::uint64_t count) {
    answer.emplace_back(label, (status == Status::complete ? "" : "at least ") + std::to_string(count));
    counted(key) = count;
    unproved = "counted in part";
}

void Report::add_existence(const std::string& label, bool found) {
    const bool known = found || status == Status::complete;
    answer.emplace_back(label, found ? "yes" : known ? "no" : "unknown");
    if (known) {
        result["exists"] = found;
    } else {
        unproved = "not decided";
    }
}

std::string shown(const Report::Json& value) {
    std::string text;
    for (const Report::Json& each : value) {  // of a number: itself
        text += text.empty() ? "" : " ";
        text += each.is_string() ? printable(each.get<std::string>()) : each.dump();
    }
    return text;
}

Exit print(const Report& report, const RunOptions& options, const Session& session) {
    const bool complete = report.status == Status::complete;
    const Exit exit = exit_of(report);
    if (!session.first()) return exit;
    if (options.json) {
        fmt::print("{}\n", to_json(report, options).dump(-1, ' ', false, Report::Json::error_handler_t::replace));
    } else if (options.quiet) {
        for (const auto& [label, text] : report.answer) fmt::print("{}\n", text);
    } else {
        for (const auto& [label, text] : report.answer) print_line(label, text);
        for (const auto& [label, text] : report.notes) print_line(label, text);
        print_line("status",
                   complete ? "complete" : fmt::format("stopped ({}): {}", name(report.status), report.unproved));
        if (!complete && report.statistics.bound) print_line("bound", bound_text(report));
        print_line("time", time_text(report));
        const std::size_t workers = report.workers_of_each();
        print_line("workers", report.statistics.localities.size() > 1
                                  ? fmt::format("{} localities of {}", report.statistics.localities.size(), workers)
                                  : std::to_string(workers));
        if (options.machine) print_line("simulated", machine_text(*options.machine));
        print_line("skeleton", options.search.skeleton.describe());
        const bool between_localities = report.statistics.localities.size() > 1;
        const std::string policy = results::policy_in_use(options.search.policy, between_localities);
        if (between_localities || policy != options.search.policy.describe()) print_line("policy", policy);
        if (options.search.checkpoints.resumes()) print_earlier(report.statistics.earlier);
        if (options.search.checkpoints.wanted())
            print_checkpoints(options.search.checkpoints.file, report.statistics.checkpoints);
        if (report.statistics.trace.events > 0) print_trace(options.search.trace.file, report.statistics.trace);
        if (options.stats) print_statistics(report.statistics, Computation::search, report.alone_per_node);
    }
    if (!report.statistics.trace.error.empty()) {
        complain(report.statistics.trace.error);  // the answer counts for more, so it was printed first
        return failed;
    }
    if (exit == lost) complain(what_is_lost(report, options.search.checkpoints));
    return exit;
}

}  // namespace scrump::cli

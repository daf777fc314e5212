#include "run/report.hpp"

#include "results/policy_in_use.hpp"
#include "results/search_json.hpp"

#include "line/texts.hpp"
#include "run/print_run.hpp"
#include "run/report_json.hpp"
#include "run/simulation.hpp"
#include "run/statistics_tables.hpp"

#include <scrump/base/text.hpp>
#include <scrump/search/estimate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace scrump::cli {
namespace {

// A run that found its checkpoint finished visited no node, at no rate.
std::string time_text(const Statistics& statistics) {
    std::string text = fmt::format("{:.3f} s, {}", statistics.seconds, in_full(statistics.total.nodes, "node"));
    if (const double nodes = results::nodes_per_second(statistics); nodes > 0)
        text += fmt::format(", {}/s", human(nodes));
    return text;
}

std::string earlier_text(const EarlierRuns& earlier) {
    return fmt::format("after {} of {:.3f} s, {}", in_full(earlier.runs, "run"), earlier.seconds,
                       in_full(earlier.counters.nodes, "node"));
}

std::string checkpoints_text(const std::string& file, const CheckpointStatistics& checkpoints) {
    const std::chrono::duration<double, std::milli> pause = checkpoints.longest_pause;
    std::string text = fmt::format("{}: {}B, {} written", printable(file),
                                   human(static_cast<double>(checkpoints.bytes)), checkpoints.written);
    if (checkpoints.failed > 0) text += fmt::format(", {} failed", checkpoints.failed);
    if (pause.count() > 0) text += fmt::format(", longest pause {:.3f} ms", pause.count());
    return text;
}

std::string exchange_text(const std::string& file, const ExchangeStatistics& exchange) {
    std::string text = fmt::format("{} taken from {}, {} told", exchange.taken, printable(file), exchange.told);
    if (exchange.failed > 0) text += fmt::format(", {} failed", exchange.failed);
    return text;
}

std::string shard_text(const ShardStatistics& shard) {
    if (shard.plan.empty()) return shard.part.describe();
    return fmt::format("{}, {} of {}; scrump merge joins the results of all", shard.part.describe(), shard.own_subtrees,
                       in_full(shard.subtrees, "subtree"));
}

std::string estimate_text(const SearchEstimate& estimate, bool optimises) {
    std::string text = fmt::format("{:.3g} nodes", estimate.nodes);
    if (estimate.samples > 0 && estimate.max_nodes > estimate.min_nodes)
        text += fmt::format(" ({:.3g} to {:.3g})", estimate.min_nodes, estimate.max_nodes);
    if (estimate.nodes_per_second > 0)
        text += fmt::format(", {} in all, {} left", rough_time(estimate.seconds_for(estimate.nodes)),
                            rough_time(estimate.seconds_left()));
    if (optimises && estimate.samples > 0) text += "; less if a better solution is found";
    return text;
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
        return checkpoints.file + ": does not hold the last state; what was done since it was written is lost";
    if (checkpoints.resumes())
        return checkpoints.resume + ": still holds the state to resume; what this run did is lost";
    return checkpoints.file + ": was never written; what was done is lost";
}

}  // namespace

std::optional<double> Report::objective() const {
    return results::objective_in(result);
}

void Report::add(const std::string& label, const char* key, const Json& value) {
    answer.emplace_back(label, shown(value));
    result[key] = value;
}

Report::Json& Report::counted(const std::string& key) {
    return result[status == Status::complete ? key : key + "_so_far"];
}

void Report::add_count(const std::string& label, const char* key, std::uint64_t count) {
    answer.emplace_back(label, (status == Status::complete ? "" : "at least ") + std::to_string(count) +
                                   (statistics.shard ? " in this shard" : ""));
    counted(key) = count;
    unproved = "counted in part";
}

void Report::add_existence(const std::string& label, bool found) {
    const bool of_all = status == Status::complete && !statistics.shard;
    const bool known = found || of_all;
    const char* const otherwise = status == Status::complete ? "not in this shard" : "unknown";
    answer.emplace_back(label, found ? "yes" : known ? "no" : otherwise);
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

namespace {

Lines lines_beneath(const Report& report, const RunOptions& options, const results::RunReport& run) {
    const SearchOptions& search = options.search;
    const bool complete = report.status == Status::complete;
    Lines lines = report.notes;
    lines.emplace_back("status", status_text(report.status) + (complete ? "" : ": " + report.unproved));
    if (!complete && report.statistics.bound) lines.emplace_back("bound", bound_text(report));
    lines.emplace_back("time", time_text(report.statistics));
    if (report.statistics.estimate) {
        lines.emplace_back("estimate", estimate_text(*report.statistics.estimate, report.objective().has_value()));
    } else if (search.estimate) {
        lines.emplace_back("estimate", "unknown: there was no time for enough samples");
    }
    if (report.statistics.shard) lines.emplace_back("shard", shard_text(*report.statistics.shard));
    if (report.statistics.exchange)
        lines.emplace_back("incumbents", exchange_text(search.incumbents, *report.statistics.exchange));
    add_workers(lines, run);
    if (options.machine) lines.emplace_back("simulated", machine_text(*options.machine));
    lines.emplace_back("skeleton", search.skeleton.describe());
    const std::string policy = results::policy_in_use(search.policy, run.localities > 1);
    if (run.localities > 1 || policy != search.policy.describe()) lines.emplace_back("policy", policy);
    add_paper(lines, run);
    if (search.checkpoints.resumes()) lines.emplace_back("resumed", earlier_text(report.statistics.earlier));
    if (search.checkpoints.wanted())
        lines.emplace_back("checkpoint", checkpoints_text(search.checkpoints.file, report.statistics.checkpoints));
    add_trace(lines, run);
    return lines;
}

}  // namespace

Exit print(const Report& report, const RunOptions& options, const Process& process) {
    const Exit exit = exit_of(report);
    if (!process.first()) return exit;
    const results::RunReport run = report_of(report, options);
    RunText text{.answer = report.answer, .rest = lines_beneath(report, options, run)};
    if (options.stats) {
        text.tables = [&] { print_statistics(report.statistics, Computation::search, report.alone_per_node); };
    }
    if (exit == lost) text.failure = what_is_lost(report, options.search.checkpoints);
    return static_cast<Exit>(print_run(run, text, options, process.invocation, exit));
}

}  // namespace scrump::cli

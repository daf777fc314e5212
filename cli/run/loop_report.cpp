#include "run/loop_report.hpp"

#include "line/texts.hpp"
#include "run/print_run.hpp"
#include "run/simulation.hpp"
#include "run/statistics_tables.hpp"

#include "results/loop_json.hpp"

#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace scrump::cli {
namespace {

results::Json json_of(const apps::StepCost& step) {
    results::Json json = {{"seconds", step.seconds},          {"cost", step.cost},
                          {"imbalance", step.imbalance},      {"variation", step.variation},
                          {"iterations", step.iterations},    {"chunks", step.chunks},
                          {"iterations_stolen", step.stolen}, {"steals_tried", step.transfers.tried},
                          {"steals_won", step.transfers.won}};
    results::add_chunk_times(json, step.transfers);
    return json;
}

results::RunReport report_of(const LoopReport& report, const LoopOptions& options) {
    results::RunReport run = report.sequential ? results::report_of_sequential_loop(options, report.seconds)
                                               : results::report_of(report.statistics, &options);
    take_over(run, report, report.machine);
    run.seconds = report.seconds;
    for (const apps::StepCost& step : report.steps) run.more["by_step"].push_back(json_of(step));
    return run;
}

void print_shares(const LoopStatistics& statistics) {
    fmt::print("\n{:>9}{:>8}{:>10}{:>14}{:>12}{:>14}\n", "locality", "worker", "chunks", "iterations", "stolen",
               "finished (s)");
    for (const WorkerShare& share : statistics.shares) {
        fmt::print("{:>9}{:>8}{:>10}{:>14}{:>12}{:>14.6f}\n", share.locality, share.worker, share.chunks,
                   share.iterations, share.stolen, share.finished);
    }
}

void print_transfers(const std::vector<LoopTransfers>& transfers) {
    if (transfers.size() < 2) return;
    fmt::print("\n{:>9}{:>10}{:>10}{:>14}{:>14}{:>8}{:>12}{:>14}\n", "locality", "tried", "won", "iterations", "bytes",
               "sent", "sending (s)", "receiving (s)");
    for (std::size_t locality = 0; locality < transfers.size(); ++locality) {
        const LoopTransfers& each = transfers[locality];
        fmt::print("{:>9}{:>10}{:>10}{:>14}{:>14}{:>8}{:>12.6f}{:>14.6f}\n", locality, each.tried, each.won,
                   each.iterations, each.bytes, each.sent, each.send_seconds, each.receive_seconds);
    }
    fmt::print("\n{:>9}{:>33}{:>33}\n{:>9}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}\n", "", "to send a chunk (us)",
               "to receive a chunk (us)", "locality", "min", "mean", "max", "min", "mean", "max");
    const auto cell = [](std::uint64_t count, double seconds) {
        return count == 0 ? std::string("-") : fmt::format("{:.2f}", 1e6 * seconds);
    };
    for (std::size_t locality = 0; locality < transfers.size(); ++locality) {
        const LoopTransfers& each = transfers[locality];
        fmt::print("{:>9}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}\n", locality, cell(each.sent, each.send_min),
                   cell(each.sent, each.send_mean()), cell(each.sent, each.send_max), cell(each.won, each.receive_min),
                   cell(each.won, each.receive_mean()), cell(each.won, each.receive_max));
    }
}

void print_steps(const std::vector<apps::StepCost>& steps) {
    if (steps.empty()) return;
    fmt::print("\n{:>9}{:>12}{:>12}{:>10}{:>11}{:>12}{:>8}{:>8}\n", "step", "time (s)", "cost (s)", "max/mean",
               "variation", "stolen", "tried", "won");
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const apps::StepCost& each = steps[step];
        fmt::print("{:>9}{:>12.6f}{:>12.6f}{:>10.4f}{:>11.4f}{:>12}{:>8}{:>8}\n", step + 1, each.seconds, each.cost,
                   each.imbalance, each.variation, each.stolen, each.transfers.tried, each.transfers.won);
    }
}

std::string technique_text(const LoopStatistics& statistics, const LoopOptions& options) {
    if (statistics.reason.empty()) return options.technique.describe();
    return fmt::format("{} ({})", statistics.technique, statistics.reason);
}

Lines lines_beneath(const LoopReport& report, const results::RunReport& run, const LoopOptions& options) {
    Lines lines = {{"status", status_text(run.status)}, {"time", fmt::format("{:.3f} s", run.seconds)}};
    if (report.sequential) {
        lines.emplace_back("workers", "none: sequential");
        return lines;
    }
    const LoopStatistics& statistics = report.statistics;
    add_workers(lines, run);
    if (report.machine) lines.emplace_back("simulated", machine_text(*report.machine));
    lines.emplace_back(statistics.loops == 1 ? "loop" : fmt::format("{} loops", statistics.loops),
                       fmt::format("{:.3f} s: {} iterations in {} chunks by {}", statistics.seconds,
                                   statistics.iterations, statistics.chunks, technique_text(statistics, options)));
    lines.emplace_back("balance", fmt::format("cost {:.3f} s, max/mean {:.4f}, variation {:.4f}", statistics.cost(),
                                              statistics.imbalance(), statistics.variation()));
    if (statistics.transfers.size() > 1) {
        const LoopTransfers sum = statistics.all_transfers();
        lines.emplace_back("stolen",
                           fmt::format("{} iterations by {} of {} tries", statistics.stolen(), sum.won, sum.tried));
    }
    add_paper(lines, run);
    add_trace(lines, run);
    return lines;
}

void print_tables(const LoopReport& report) {
    const LoopStatistics& statistics = report.statistics;
    print_shares(statistics);
    print_transfers(statistics.transfers);
    print_steps(report.steps);
    if (statistics.loops == 1)
        print_statistics(results::statistics_of(statistics), Computation::loop,
                         std::numeric_limits<double>::quiet_NaN());
}

std::string csv_of(const LoopStatistics& statistics) {
    std::string text = "locality,worker,chunks,iterations,stolen,finished\n";
    for (const WorkerShare& share : statistics.shares) {
        text += fmt::format("{},{},{},{},{},{:.9f}\n", share.locality, share.worker, share.chunks, share.iterations,
                            share.stolen, share.finished);
    }
    return text;
}

}  // namespace

int print(const LoopReport& report, const LoopOptions& options, const LoopOutput& output,
          const Invocation& invocation) {
    if (!output.csv.empty()) replace_file(output.csv, csv_of(report.statistics));
    const results::RunReport run = report_of(report, options);
    RunText text{.rest = lines_beneath(report, run, options)};
    for (const auto& [label, answer] : report.answer) text.answer.emplace_back(label, printable(answer));
    if (output.stats && !report.sequential) text.tables = [&] { print_tables(report); };
    return print_run(run, text, output, invocation, run.status == Status::complete ? solved : stopped);
}

}  // namespace scrump::cli

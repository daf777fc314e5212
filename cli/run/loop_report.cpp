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

LoopTransfers sum_of(const std::vector<LoopTransfers>& transfers) {
    LoopTransfers sum;
    for (const LoopTransfers& each : transfers) sum += each;
    return sum;
}

results::RunReport report_of(const LoopReport& report, const LoopOptions& options) {
    results::RunReport run = report.sequential ? results::report_of_sequential_loop(options, report.seconds)
                                               : results::report_of(report.statistics, &options);
    take_over(run, report, report.machine);
    run.seconds = report.seconds;
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
                                   statistics.iterations, statistics.chunks, options.technique.describe()));
    lines.emplace_back(
        "balance", fmt::format("max/mean {:.4f}, variation {:.4f}", statistics.imbalance(), statistics.variation()));
    if (statistics.transfers.size() > 1) {
        const LoopTransfers sum = sum_of(statistics.transfers);
        lines.emplace_back("stolen",
                           fmt::format("{} iterations by {} of {} tries", statistics.stolen(), sum.won, sum.tried));
    }
    add_paper(lines, run);
    add_trace(lines, run);
    return lines;
}

void print_tables(const LoopStatistics& statistics) {
    print_shares(statistics);
    print_transfers(statistics.transfers);
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
    if (output.stats && !report.sequential) text.tables = [&] { print_tables(report.statistics); };
    return print_run(run, text, output, invocation, run.status == Status::complete ? solved : stopped);
}

}  // namespace scrump::cli

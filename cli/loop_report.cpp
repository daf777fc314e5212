#include "loop_report.hpp"

#include "complain.hpp"
#include "report_json.hpp"
#include "simulation.hpp"
#include "statistics_tables.hpp"
#include "texts.hpp"

#include "results/loop_json.hpp"

#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace scrump::cli {
namespace {

using Json = Report::Json;
using results::localities_of;
using results::loop_json_version;
using results::put_division;
using results::put_loop;

LoopTransfers sum_of(const std::vector<LoopTransfers>& transfers) {
    LoopTransfers sum;
    for (const LoopTransfers& each : transfers) sum += each;
    return sum;
}

Json to_json(const LoopReport& report, const LoopOptions& options) {
    Json json = {{"schema", "scrump-loop"}, {"version", loop_json_version}, {"problem", report.problem}};
    json["instance"] = report.instance;
    json["status"] = report.status == Status::complete ? "complete" : "stopped";
    if (report.status != Status::complete) json["stopped_by"] = name(report.status);
    json.update(report.result);
    json["seconds"] = report.seconds;
    json["sequential"] = report.sequential;
    const Statistics statistics = results::statistics_of(report.statistics);
    json["localities"] = report.sequential ? 1 : localities_of(report.statistics);
    json["workers"] = report.sequential ? 1 : report.statistics.shares.size() / localities_of(report.statistics);
    json["seed"] = options.seed;
    put_provenance(json, statistics);
    put_simulation(json, report.machine);
    if (report.sequential) return json;
    put_division(json, report.statistics, options);
    put_loop(json, report.statistics);
    if (report.statistics.loops == 1) json["statistics"] = statistics_json(statistics, Computation::loop);
    if (options.trace.wanted()) {
        json["trace"] = {
            {"file", options.trace.file}, {"events", statistics.trace.events}, {"dropped", statistics.trace.dropped}};
    }
    return json;
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

void print_lines(const LoopReport& report, const LoopOptions& options, bool stats) {
    for (const auto& [label, text] : report.answer) print_line(label, printable(text));
    print_line("status",
               report.status == Status::complete ? "complete" : fmt::format("stopped ({})", name(report.status)));
    print_line("time", fmt::format("{:.3f} s", report.seconds));
    if (report.sequential) return print_line("workers", "none: sequential");
    const LoopStatistics& statistics = report.statistics;
    const std::size_t localities = localities_of(statistics);
    const std::size_t workers = statistics.shares.size() / localities;
    print_line("workers",
               localities > 1 ? fmt::format("{} localities of {}", localities, workers) : std::to_string(workers));
    if (report.machine) print_line("simulated", machine_text(*report.machine));
    const std::string label = statistics.loops == 1 ? "loop" : fmt::format("{} loops", statistics.loops);
    print_line(label, fmt::format("{:.3f} s: {} iterations in {} chunks by {}", statistics.seconds,
                                  statistics.iterations, statistics.chunks, options.technique.describe()));
    print_line("balance",
               fmt::format("max/mean {:.4f}, variation {:.4f}", statistics.imbalance(), statistics.variation()));
    if (statistics.transfers.size() > 1) {
        const LoopTransfers sum = sum_of(statistics.transfers);
        print_line("stolen", fmt::format("{} iterations by {} of {} tries", statistics.stolen(), sum.won, sum.tried));
    }
    if (statistics.trace.events > 0)
        print_line("trace", fmt::format("{}: {} events", printable(options.trace.file), statistics.trace.events));
    if (!stats) return;
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

int print(const LoopReport& report, const LoopOptions& options, const LoopOutput& output) {
    if (!output.csv.empty()) replace_file(output.csv, csv_of(report.statistics));
    if (output.json) {
        fmt::print("{}\n", to_json(report, options).dump(-1, ' ', false, Json::error_handler_t::replace));
    } else if (output.quiet) {
        for (const auto& [label, text] : report.answer) fmt::print("{}\n", text);
    } else {
        print_lines(report, options, output.stats);
    }
    if (!report.statistics.trace.error.empty()) {
        complain(report.statistics.trace.error);
        return failed;
    }
    return report.status == Status::complete ? solved : stopped;
}

}  // namespace scrump::cli

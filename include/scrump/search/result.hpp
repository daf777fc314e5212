#pragma once
// What a search answers: how it ended, what it found, and what it cost.

#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/histogram.hpp>
#include <scrump/metrics/stack_activity.hpp>
#include <scrump/metrics/traffic.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scrump {

/// How a run ended. Only `complete` is a proof; all else comes with the best that was known when it stopped.
enum class Status : std::uint8_t { complete, time_limit, node_limit, cancelled };

/// "complete", "time-limit", "node-limit" or "cancelled".
const char* name(Status status);

/// A quantity by time: sums of intervals of equal width, the first of which begins at `Options::began`.
struct TimeSeries {
    std::chrono::nanoseconds width{};
    std::vector<double> sums{};
};

/// What one worker did. What is marked * is known only when the run is over, and in the first process.
struct WorkerStatistics {
    Counters counters;
    Activity activity;
    StackActivity stack;                       ///< under a protocol of steal stacks
    std::uint64_t incumbents = 0;              ///< how often it found something better than what it knew
    std::vector<std::uint64_t> stolen_from{};  ///< tasks, by worker of its locality *
    TimeSeries busy{};                         ///< nanoseconds of work *
    TimeSeries nodes{};                        ///< nodes visited, as often as they were looked at *
};

/// How much a locality got from another one.
struct RemoteSteals {
    std::uint64_t steals = 0;
    std::uint64_t tasks = 0;
};

/// What one locality did; * as above.
struct LocalityStatistics {
    std::string title;                      ///< of its process: "rank 2 on node17"; empty if there is one process
    std::string host;                       ///< where that runs
    std::vector<unsigned> processors;       ///< of the host, as its system numbers them: those that its workers may use
    std::vector<WorkerStatistics> workers;  ///< worker by worker
    Traffic traffic;
    LatencyHistogram task_durations;  ///< of the tasks that ended
    LatencyHistogram steal_latency;   ///< within it: from running out of work to having a stolen task
    double work_rate = 0;             ///< average of its workers: equation 3.1 of the performance-driven paper
    double grain = 0;  ///< as last chosen: backtracks of a budget or microseconds of a heartbeat interval; 0: none
    std::map<unsigned, RemoteSteals> stolen_from{};  ///< by locality *

    /// Of its workers, with the steals from other localities.
    Counters sum() const {
        Counters all;
        for (const WorkerStatistics& worker : workers) all += worker.counters;
        all.steals_tried += traffic.steals_tried;
        all.steals_won += traffic.steals_won;
        return all;
    }
    /// Of its workers.
    StackActivity stack() const {
        StackActivity all;
        for (const WorkerStatistics& worker : workers) all += worker.stack;
        return all;
    }
    /// Of its workers.
    Activity activity() const {
        Activity all;
        for (const WorkerStatistics& worker : workers) all += worker.activity;
        return all;
    }
};

/// A better solution, and when it was found.
struct Improvement {
    std::chrono::nanoseconds time{};  ///< since `Options::began`
    double objective = 0;
};

/// What came of a trace.
struct TraceStatistics {
    std::uint64_t events = 0;   ///< written
    std::uint64_t dropped = 0;  ///< older than what there was room for
    std::string error;          ///< why there is no file; empty if there is one, or none was wanted
};

/// What was done before by the runs that a run resumed.
struct EarlierRuns {
    std::uint64_t runs = 0;
    Counters counters;  ///< of all their workers
    double seconds = 0;
};

/// The checkpoints of a run.
struct CheckpointStatistics {
    std::uint64_t written = 0;
    std::uint64_t failed = 0;                  ///< attempts
    std::uint64_t bytes = 0;                   ///< size of the largest one written
    std::chrono::nanoseconds longest_pause{};  ///< no worker stood still for longer while a state was noted
    std::chrono::nanoseconds writing{};        ///< time spent on writing them all, beside the search
    /// The run was to end with one that could not be written: what was done since the one before is lost, but for the
    /// answer of a run that is complete.
    bool last_failed = false;
};

/// What a run cost.
struct Statistics {
    Counters total;                              ///< of all runs, if it resumed others
    std::vector<LocalityStatistics> localities;  ///< of this run
    double seconds = 0;                          ///< from `Options::began` until all was known
    std::vector<Improvement> incumbents;         ///< in the order of time, each better than the one before
    EarlierRuns earlier;
    CheckpointStatistics checkpoints;
    TraceStatistics trace;

    /// Of a run that took so long; the total is the localities'.
    static Statistics of(std::vector<LocalityStatistics> localities, double seconds,
                         std::vector<Improvement> incumbents);

    /// The workers of all localities.
    std::size_t workers() const {
        std::size_t sum = 0;
        for (const LocalityStatistics& each : localities) sum += each.workers.size();
        return sum;
    }
};

/// Of two searches one after the other with the same workers: what both cost together. What is known by time is known
/// of each alone, so it is left out, but for the incumbents of the first one.
Statistics one_after_the_other(const Statistics& first, Statistics second);

/// Of `enumerate`. A stopped run's value covers only a part of the tree.
template <class Value>
struct EnumerationResult {
    Status status = Status::complete;
    Value value{};
    Statistics statistics;
};

/// Of `maximise` and `minimise`. Complete with a node: that node is optimal.
template <class Node, class Objective>
struct OptimisationResult {
    Status status = Status::complete;
    std::optional<Node> node;  ///< none if no node visited is a solution: all objectives were the worst of their type
    Objective objective{};     ///< of that node
    Statistics statistics;
};

/// Of `decide`. Complete without a node: proved that there is none.
template <class Node>
struct DecisionResult {
    Status status = Status::complete;
    std::optional<Node> node;  ///< a witness
    Statistics statistics;
};

}  // namespace scrump

#pragma once
// What workers and localities did: figures for results, observers and other processes.

#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/histogram.hpp>
#include <scrump/metrics/stack_activity.hpp>
#include <scrump/metrics/traffic.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scrump {

/// A quantity by time: sums of intervals of equal width, the first of which begins at `SearchOptions::began`.
struct TimeSeries {
    std::chrono::nanoseconds width{};  ///< of an interval
    std::vector<double> sums{};        ///< interval by interval
};

/// What one worker did. What is marked * is known only when the run is over, and in the first process.
struct WorkerStatistics {
    Counters counters;                         ///< what it counted
    Activity activity;                         ///< how it spent its time
    StackActivity stack;                       ///< under a protocol of steal stacks
    std::uint64_t incumbents = 0;              ///< how often it found something better than what it knew
    std::vector<std::uint64_t> stolen_from{};  ///< tasks, by worker of its locality *
    TimeSeries busy{};                         ///< nanoseconds of work *
    TimeSeries nodes{};                        ///< nodes visited, as often as they were looked at *
};

/// How much a locality got from another one.
struct RemoteSteals {
    std::uint64_t steals = 0;  ///< those that got something
    std::uint64_t tasks = 0;   ///< how many tasks in all
};

/// What one locality did; * as above.
struct LocalityStatistics {
    std::string title;                      ///< of its process: "rank 2 on node17"; empty if there is one process
    std::string host;                       ///< where that runs
    std::vector<unsigned> processors;       ///< of the host, as its system numbers them: those that its workers may use
    std::vector<WorkerStatistics> workers;  ///< worker by worker
    Traffic traffic;                        ///< with other localities
    LatencyHistogram task_durations;        ///< of the tasks that ended
    LatencyHistogram steal_latency;         ///< within it: from running out of work to having a stolen task
    double work_rate = 0;                   ///< average of its workers: equation 3.1 of Xie (2023)
    double grain = 0;  ///< as last chosen: backtracks of a budget, microseconds of a heartbeat interval, or the first
                       ///< knob of one's own skeleton; 0: none
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

/// What came of a trace.
struct TraceStatistics {
    std::uint64_t events = 0;   ///< written
    std::uint64_t dropped = 0;  ///< older than what there was room for
    std::string error;          ///< why there is no file; empty if there is one, or none was wanted
};

}  // namespace scrump

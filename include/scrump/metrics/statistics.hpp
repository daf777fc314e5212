#pragma once
// Statistics of workers and localities: figures for results, observers and other processes.

#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/hardware_counts.hpp>
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
    std::chrono::nanoseconds width{};  ///< width of an interval
    std::vector<double> sums{};        ///< sums, interval by interval
};

/// Statistics of one worker. Members marked * are known only when the run is over, and in the first process.
struct WorkerStatistics {
    Counters counters;                         ///< its counters
    Activity activity;                         ///< its use of time
    StackActivity stack;                       ///< activity under a protocol of steal stacks
    HardwareCounts hardware;                   ///< counts of its processor, if they were wanted
    std::uint64_t incumbents = 0;              ///< number of times it found something better than the incumbent it knew
    std::vector<std::uint64_t> stolen_from{};  ///< number of stolen tasks, by worker of its locality *
    TimeSeries busy{};                         ///< nanoseconds of work *
    TimeSeries nodes{};                        ///< number of visited nodes, as often as they were sampled *
};

/// Steals of a locality from another one.
struct RemoteSteals {
    std::uint64_t steals = 0;  ///< number of successful steals
    std::uint64_t tasks = 0;   ///< number of tasks in all
};

/// A locality's judgement of a victim, under a policy that judges them (equations 3.2 and 3.3 of Xie (2023)).
struct StealTarget {
    std::uint64_t tried = 0;  ///< number of requests to it
    double score = 0;         ///< value of stealing from it; no unit
    double delay = 0;         ///< smoothed delay of its answers; no unit
};

/// Statistics of one locality; * as above.
struct LocalityStatistics {
    std::string title;                 ///< title of its process: "rank 2 on node17"; empty if there is one process
    std::string host;                  ///< host on which it runs
    std::vector<unsigned> processors;  ///< processors of the host that its workers may use, as its system numbers them
    std::vector<WorkerStatistics> workers;  ///< statistics of its workers
    Traffic traffic;                        ///< traffic with other localities
    LatencyHistogram task_durations;        ///< durations of the tasks that ended
    LatencyHistogram steal_latency;         ///< steals within it: from running out of work to having a stolen task
    double work_rate = 0;                   ///< average over its workers: equation 3.1 of Xie (2023)
    double grain = 0;  ///< last chosen grain: backtracks of a budget, microseconds of a heartbeat interval, or the
                       ///< first knob of a user's own skeleton; 0: none
    std::map<unsigned, RemoteSteals> stolen_from{};  ///< steals by locality *
    std::map<unsigned, StealTarget> targets{};       ///< localities that it asked, if its policy judges them *
    double target_score = 0;                         ///< score of its current target; 0: none
    double target_delay = 0;                         ///< smoothed delay of its current target; 0: none

    /// Counters of all its workers, with the steals from other localities.
    Counters sum() const {
        Counters all;
        for (const WorkerStatistics& worker : workers) all += worker.counters;
        all.steals_tried += traffic.steals_tried;
        all.steals_won += traffic.steals_won;
        return all;
    }
    /// Stack activity of all its workers.
    StackActivity stack() const {
        StackActivity all;
        for (const WorkerStatistics& worker : workers) all += worker.stack;
        return all;
    }
    /// Counts of the processors of all its workers.
    HardwareCounts hardware() const {
        return HardwareCounts::sum(workers, [](const WorkerStatistics& worker) { return worker.hardware; });
    }
    /// Use of time of all its workers.
    Activity activity() const {
        Activity all;
        for (const WorkerStatistics& worker : workers) all += worker.activity;
        return all;
    }
};

/// Statistics of a trace.
struct TraceStatistics {
    std::uint64_t events = 0;   ///< number of events written
    std::uint64_t dropped = 0;  ///< number of events dropped for lack of room, the oldest ones
    std::string error;          ///< reason why the file is missing; empty if it was written, or none was wanted
};

}  // namespace scrump

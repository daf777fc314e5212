#pragma once
// Every counter by name: what can be read of a run while it goes on or when it is over, with units and meanings. The
// command's `--counters` and `scrump counters`, and the table in docs/observability.md, are this catalogue.

#include <scrump/search/result.hpp>

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

namespace scrump {

/// All that is known of a worker, of a locality or of a run; or of what happened in one between two moments.
struct Figures {
    Counters counters;                ///< nodes, tasks, steals within the locality
    Activity activity;                ///< how workers spent their time
    StackActivity stack;              ///< under a protocol of steal stacks; else nothing
    std::uint64_t incumbents = 0;     ///< better nodes found
    Traffic traffic;                  ///< of a worker: none
    LatencyHistogram task_durations;  ///< of a worker: none, as they are kept for each locality
    LatencyHistogram steal_latency;   ///< likewise
    double work_rate = 0;             ///< average of the localities
    double grain = 0;                 ///< likewise
    double workers = 1;               ///< how many these are the figures of
    double seconds = 0;               ///< how long it took, or takes so far

    /// Seconds of work for each node on one worker alone, for the equations of wait time; NaN if it is not known.
    double alone_per_node = std::numeric_limits<double>::quiet_NaN();

    /// Of all localities together.
    static Figures of_run(const Statistics& statistics);
    /// Of one locality.
    static Figures of_locality(const Statistics& statistics, std::size_t locality);
    /// Of one worker of a locality.
    static Figures of_worker(const Statistics& statistics, std::size_t locality, std::size_t worker);

    /// What happened since `before`, its distributions of durations among it. Traffic counts from the beginning of the
    /// run, and averages kept by others and the grain stay those of now.
    Figures since(const Figures& before) const;
};

/// Something that can be read off figures.
struct Counter {
    std::string_view name;            ///< "idle-rate"
    std::string_view unit;            ///< "tasks", "s", "us"; "1" for shares
    std::string_view meaning;         ///< one sentence
    bool accrues;                     ///< a sum that only grows; all others are averages, shares, rates or states
    bool of_workers;                  ///< known of each worker; else of localities and of the run
    double (*value)(const Figures&);  ///< NaN: not known
};

/// All of them, in an order that reads well.
std::span<const Counter> all_counters();

/// Throws UsageError, naming all there are, for a name that is none.
const Counter& find_counter(std::string_view name);

}  // namespace scrump

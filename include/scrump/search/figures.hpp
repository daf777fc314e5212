#pragma once

// Include it for every counter by its name.
//
// The catalogue of counters: the name, unit and meaning of everything that can be read of a run, while it goes on or
// when it is over. The command's `--counters`, `scrump counters` and the reference of options, and the counters in JSON
// are made from it.

#include <scrump/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace scrump {

/// All figures of a worker, of a locality or of a run; or the change of one's figures between two moments.
struct Figures {
    Counters counters;                ///< nodes, tasks, steals within the locality
    Activity activity;                ///< how workers spent their time
    StackActivity stack;              ///< under a protocol of steal stacks; otherwise zero
    HardwareCounts hardware;          ///< counts of processors, if they were wanted
    std::uint64_t incumbents = 0;     ///< number of improvements of the incumbent
    Traffic traffic;                  ///< messages between localities; zero for a worker
    LatencyHistogram task_durations;  ///< durations of tasks; kept for each locality, so zero for a worker
    LatencyHistogram steal_latency;   ///< latency of steals; kept for each locality, so zero for a worker
    double work_rate = 0;             ///< average rate of work of the localities
    double target_score = 0;          ///< average score of the localities' current targets
    double target_delay = 0;          ///< average smoothed delay of these
    double grain = 0;                 ///< average grain of the localities
    double workers = 1;               ///< number of workers that the figures cover
    double seconds = 0;               ///< duration, so far or in all

    /// Seconds of work per node on a single worker, for the equations of wait time; NaN if unknown.
    double alone_per_node = std::numeric_limits<double>::quiet_NaN();

    /// Figures of all localities together.
    static Figures of_run(const Statistics& statistics);
    /// Figures of one locality.
    static Figures of_locality(const Statistics& statistics, std::size_t locality);
    /// Figures of one worker of a locality.
    static Figures of_worker(const Statistics& statistics, std::size_t locality, std::size_t worker);

    /// The change since `before`, including the distributions of durations. Traffic counts from the beginning of the
    /// run; the averages of the localities and the grain keep their present values.
    Figures since(const Figures& before) const;
};

/// Where a counter has a meaning and how it stands in JSON, as bits.
enum CounterInJson : std::uint8_t {
    of_searches = 1,  ///< only of searches
    of_stacks = 2,    ///< in `protocol`, which runs with steal stacks have
    of_all_runs = 4,  ///< for the whole, with what the resumed runs counted
    of_states = 8,    ///< while it goes on also of state spaces, whose states are nodes
};

/// A named value that can be read off figures.
struct Counter {
    std::string_view name;     ///< name, such as "idle-rate"
    std::string_view unit;     ///< "tasks", "s", "us"; "1" for shares
    std::string_view meaning;  ///< meaning, as one sentence
    bool accrues;     ///< whether it is a sum that only grows; all others are averages, shares, rates or states
    bool of_workers;  ///< whether it is known per worker, not only per locality and run
    double (*value)(const Figures&);  ///< its value; NaN if unknown
    std::string_view json{};          ///< name in the JSON of workers and runs; empty: it is not there
    std::uint8_t in_json = 0;         ///< bits of CounterInJson
};

/// All counters, in reading order.
std::span<const Counter> all_counters();

/// The counter of that name. Throws UsageError that names all counters if none has it.
const Counter& find_counter(std::string_view name);

/// Largest possible relative distance of a solution from the best one: |bound - objective| / |objective|. 0 if they are
/// equal, infinity if only the objective is 0.
double relative_gap(double objective, double bound);

/// Cost of two searches one after the other with the same workers. Data over time are known only for each search alone,
/// so they are left out, except the incumbents of the first one.
Statistics one_after_the_other(const Statistics& first, Statistics second);

}  // namespace scrump

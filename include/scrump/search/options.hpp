#pragma once
// The options of a search, and what it reports while it runs.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/search/result.hpp>
#include <scrump/search/shard.hpp>
#include <scrump/search/skeleton.hpp>
#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace scrump {

class Session;

/// Report of an attempt to write a checkpoint.
struct CheckpointReport {
    std::string error{};                 ///< reason of the failure; empty if the checkpoint was written
    std::uint64_t bytes = 0;             ///< size of the file
    std::chrono::nanoseconds pause{};    ///< longest time for which a worker stood still while the state was recorded
    std::chrono::nanoseconds writing{};  ///< time to write the file, beside the search
    bool last = false;                   ///< whether it is the last one of the run
};

/// Checkpoints of a run. The file always holds a complete state of the search over all localities: that of some moment
/// of the run; at the end, the one in which the run was stopped, or its answer. See docs/long-runs.md.
///
/// Needs nodes and values that can be sent to other localities, and a generator that can be copied: each copy yields
/// the remaining children and changes nothing for the other.
struct Checkpoints {
    /// File of the checkpoints, replaced as a whole or not at all. Must not exist when a run begins that does not
    /// resume it. Empty: no checkpoints.
    std::string file{};
    std::chrono::nanoseconds every = std::chrono::seconds(60);  ///< time between two checkpoints
    /// A checkpoint of the same search to resume, instead of starting from the root; made with any skeleton, policy and
    /// number of workers and localities. Empty: none. Only the first process reads and writes files.
    std::string resume{};
    /// Identification of the problem, e.g. "knapsack " + digest(text of the input): required, and compared when a
    /// search is resumed. The types of the search, its target and depth limit are always compared, and its root if its
    /// bytes identify it. If several processes search together, it is also compared between them, with or without
    /// checkpoints.
    std::string problem{};
    /// Called after each attempt, by the thread that runs the search; failed attempts do not end the search.
    std::function<void(const CheckpointReport&)> told{};

    /// Whether checkpoints are to be written.
    bool wanted() const { return !file.empty(); }
    /// Whether the search resumes from a checkpoint.
    bool resumes() const { return !resume.empty(); }
};

/// Progress of a running search, over all localities.
struct SearchProgress {
    std::chrono::duration<double> elapsed{};           ///< time since `SearchOptions::began`
    Counters counters;                                 ///< counters, as last published by the workers
    double nodes_per_second = 0;                       ///< rate since the last progress
    unsigned busy_workers = 0;                         ///< number of workers that have a task
    unsigned workers = 0;                              ///< number of workers in all localities
    std::optional<double> incumbent{};                 ///< best objective so far, if any
    std::optional<double> bound{};                     ///< bound that no solution improves on, if known
    std::shared_ptr<const SearchEstimate> estimate{};  ///< of the whole search (search/estimate.hpp), once known
};

inline constexpr unsigned unlimited_depth = std::numeric_limits<unsigned>::max();

/// All options of a search. The defaults use every core and need no tuning.
struct SearchOptions {
    Skeleton skeleton = Skeleton::adaptive();  ///< when work is given away
    Policy policy = Policy();                  ///< which victims to steal from, and how much
    unsigned workers = 0;                      ///< workers per locality; 0: as many as there are cores for it
    /// Number of address spaces, simulated in this process; they share nothing and send messages.
    unsigned localities = 1;
    /// The processes that search together, each a locality: all make the same call and get the same result. The problem
    /// and most options are compared beforehand (docs/distributed.md). None, or a session of one process: this process
    /// alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all; turn it off for searches that run at once

    unsigned depth_limit = unlimited_depth;  ///< depth below which no nodes are visited
    /// Start of the clock, for the time limit and for all reported times: if the search is only a part of the work, the
    /// time when the work began. None: the clock starts with the search.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after this time
    std::optional<std::uint64_t> node_limit{};             ///< stop after about this many nodes
    /// Stop once the relative gap to the bound is at most this (relative_gap()); for optimisations whose generators
    /// have a bound. 0.01 is one percent.
    std::optional<double> gap{};
    std::stop_token stop{};  ///< cancels the search from any other thread
    /// A dry run: search for half of this time, sample what is left for the other half, and stop. The result has
    /// `Statistics::estimate`. None: search.
    std::optional<std::chrono::nanoseconds> estimate{};

    Checkpoints checkpoints{};  ///< checkpoints of the run
    /// The part of the tree to be searched, if independent runs share it: see docs/long-runs.md. Needs
    /// `checkpoints.problem`. None: the whole tree.
    std::optional<Shard> shard{};
    /// A file through which independent runs of the same search, such as its shards, tell each other their best
    /// solutions, about once a second; it need not exist. For optimisations and decisions. Needs `checkpoints.problem`.
    /// Empty: none.
    std::string incumbents{};
    /// Time after which a locality that has not responded ends the run with an error that names it; zero: never. Must
    /// be longer than the differences between the processes' starts of the search, and than any callback takes.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    std::uint64_t seed = 1;  ///< seed of the choices of victims

    std::function<void(const SearchProgress&)> progress{};  ///< called by the thread that runs the search
    std::chrono::milliseconds progress_interval{200};       ///< time between two calls of `progress`
    /// Whether `progress` and stopped searches have an estimate of the whole search; the same in all processes. It
    /// calls generator and fold for nodes that do not count.
    bool estimates = false;

    /// Called from time to time with all current figures, each at most about 10 ms old, and once more with the final
    /// ones when the run is over; by the thread that runs the search, in the first process.
    std::function<void(const Statistics&)> observe{};
    std::chrono::nanoseconds observe_interval = std::chrono::seconds(1);  ///< time between two calls of `observe`
    /// Whether to sample all workers some hundred times in a run, so that the result has the rate of visited nodes over
    /// time. Must be the same in all processes; needed in the others if the first one observes.
    bool history = false;
    Tracing trace{};  ///< whether events are recorded
    /// Whether to count instructions, cycles and cache misses of each worker by its processor. An Error if the kernel
    /// does not permit it.
    bool hardware_counters = false;

    /// In a program compiled without NDEBUG: check first whether the first few nodes keep the contract (docs/search.md,
    /// "Checking the contract"). The environment variable SCRUMP_CHECK=0 turns it off for all searches.
    bool check = true;

    /// The system of a paper that these options are, as options_of_paper() (runtime/paper.hpp) sets it: for reports,
    /// which name it if all of its options are in force. Empty: none.
    std::string paper{};

    /// Reads the options of a run from a program's own command line and removes them: the remaining arguments,
    /// `argv[0]` included, are the program's. Reads `--NAME VALUE` and `--NAME=VALUE`, up to an argument `--`; help()
    /// lists the names. `initial` holds the values of options that are not given. Throws UsageError that names the
    /// option and the expected value.
    static SearchOptions parse(int& argc, char** argv, SearchOptions initial);
    static SearchOptions parse(int& argc, char** argv);  ///< the same, with the defaults for options that are not given
    /// The options that parse() reads, one per line, for a program's own help.
    static std::string help();

    /// Starts the clock if it is not running yet: for callers that prepare something before the search.
    void start_clock() {
        if (!began) began = Clock::now();
    }
    /// Whether the run should end: it was stopped, or its time limit is over.
    bool should_stop() const {
        return stop.stop_requested() || (began && time_limit && Clock::now() - *began >= *time_limit);
    }
};

using Options [[deprecated("write scrump::SearchOptions")]] = SearchOptions;     ///< its name up to version 0.2
using Progress [[deprecated("write scrump::SearchProgress")]] = SearchProgress;  ///< its name up to version 0.2

/// Whether further runs continue this search, from a checkpoint, or share it, as shards or by a file of incumbents: all
/// of them must search the same tree.
bool has_other_runs(const SearchOptions& options);

/// Whether `checkpoints.problem` will be compared with anything. If not, an identification that takes long to compute
/// can be omitted.
bool compares_problem(const SearchOptions& options);

}  // namespace scrump

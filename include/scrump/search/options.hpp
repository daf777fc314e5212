#pragma once
// How a search is to be run, and what it tells while it runs.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/search/result.hpp>
#include <scrump/search/skeleton.hpp>
#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>

namespace scrump {

class Session;

/// What came of the attempt to write a checkpoint.
struct CheckpointReport {
    std::string error{};                 ///< why it could not be written; empty if it was
    std::uint64_t bytes = 0;             ///< the file's size
    std::chrono::nanoseconds pause{};    ///< no worker stood still for longer while the state was noted
    std::chrono::nanoseconds writing{};  ///< beside the search
    bool last = false;                   ///< the run ends with it
};

/// How a run is kept from being lost. The file always holds a whole state of the search: that of some moment of the
/// run, over all localities; in the end the one in which it was stopped, or its answer. See docs/long-runs.md.
///
/// Needs nodes and values that can be sent to other localities, and a generator that can be copied: each copy yields
/// what is left, and changes nothing for the other.
struct Checkpoints {
    /// Where to: replaced as a whole or not at all. Must not exist when a run begins that does not resume it. Empty:
    /// nowhere.
    std::string file{};
    std::chrono::nanoseconds every = std::chrono::seconds(60);  ///< between two of them
    /// A checkpoint of the same search to go on from, instead of its root; made with any skeleton, policy and number of
    /// workers and localities. Empty: none. Only the first process reads and writes files.
    std::string resume{};
    /// What is searched, e.g. "knapsack " + digest(text of the input): to be given, and compared when a search is
    /// resumed. The types of the search, its target and depth limit are compared in any case; its root where its bytes
    /// say what it is. Where several processes search together it is compared between them as well, with or without
    /// checkpoints.
    std::string problem{};
    /// Called after each attempt, from the thread that runs the search; failures do not end it.
    std::function<void(const CheckpointReport&)> told{};

    /// Whether any are to be written.
    bool wanted() const { return !file.empty(); }
    /// Whether the search goes on from one.
    bool resumes() const { return !resume.empty(); }
};

/// A moment of a running search, over all localities.
struct SearchProgress {
    std::chrono::duration<double> elapsed{};  ///< since `SearchOptions::began`
    Counters counters;                        ///< as last published by the workers
    double nodes_per_second = 0;              ///< since the last progress
    unsigned busy_workers = 0;                ///< those that have a task
    unsigned workers = 0;                     ///< in all localities
    std::optional<double> incumbent{};        ///< the best objective so far, where there is one
    std::optional<double> bound{};            ///< no solution is better, where that is known
};

inline constexpr unsigned unlimited_depth = std::numeric_limits<unsigned>::max();

/// Everything that can be chosen about a run. The defaults use every core and need no tuning.
struct SearchOptions {
    Skeleton skeleton = Skeleton::adaptive();  ///< when work is given away
    Policy policy = Policy();                  ///< whom to steal from, and how much
    unsigned workers = 0;                      ///< of each locality; 0: as many as there are cores for it
    unsigned localities = 1;  ///< address spaces, simulated in this process; they share nothing and send messages
    /// The processes that search together, each a locality: all make the same call, and all get the same result; what
    /// they search and most options are compared before (docs/distributed.md). None, or a session of one process: this
    /// process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all; turn it off for searches that run at once

    unsigned depth_limit = unlimited_depth;  ///< nodes deeper than this are not visited
    /// From when on time counts, for the limit and for all that is told: where a search is only a part of what is done,
    /// when that began. None: when the search begins.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after so long
    std::optional<std::uint64_t> node_limit{};             ///< stop soon after so many nodes
    /// Stop as soon as no solution can be better by more than this part of the best one's objective (relative_gap());
    /// for optimisations whose generators have a bound. 0.01 is one percent.
    std::optional<double> gap{};
    std::stop_token stop{};  ///< cancels from any other thread

    Checkpoints checkpoints{};  ///< how the run is kept from being lost
    /// A locality of which nothing was heard for so long ends the run with an error that names it; zero: never. Must be
    /// longer than processes differ in when they begin the search, and than a callback takes.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    std::uint64_t seed = 1;  ///< of the choices of victims

    std::function<void(const SearchProgress&)> progress{};  ///< called from the thread that runs the search
    std::chrono::milliseconds progress_interval{200};       ///< between two calls of `progress`

    /// Called now and then with all figures as they are at the moment, each at most some 10 ms old, and once more with
    /// the last ones when the run is over; from the thread that runs the search, in the first process.
    std::function<void(const Statistics&)> observe{};
    std::chrono::nanoseconds observe_interval = std::chrono::seconds(1);  ///< between two calls of `observe`
    /// Look at all workers some hundred times in a run, so that the result says how fast nodes were visited when. To be
    /// the same in all processes; needed in the others where the first one observes.
    bool history = false;
    Tracing trace{};  ///< whether what happens is recorded

    /// In a program that is compiled without NDEBUG: look first whether the first few nodes keep the contract
    /// (docs/search.md, "Checking the contract"). The environment variable SCRUMP_CHECK=0 turns it off for all
    /// searches.
    bool check = true;

    /// Reads the options of a run from a program's own command line, and takes them out of it: what is left, `argv[0]`
    /// among it, is the program's. `--NAME VALUE` and `--NAME=VALUE` are read, up to an argument `--`; help() lists the
    /// names. `initial`: what holds where nothing is given. Throws UsageError that names the option and what was
    /// expected of its value.
    static SearchOptions parse(int& argc, char** argv, SearchOptions initial);
    static SearchOptions parse(int& argc, char** argv);  ///< the same, with the defaults where nothing is given
    /// The options that parse() reads, one a line, for a program's own help.
    static std::string help();

    /// Time counts from now on, if it does not yet: for whoever makes something before the search.
    void start_clock() {
        if (!began) began = Clock::now();
    }
    /// Whether whoever is at it should come to an end: stopped, or the time limit is over.
    bool should_stop() const {
        return stop.stop_requested() || (began && time_limit && Clock::now() - *began >= *time_limit);
    }
};

using Options [[deprecated("write scrump::SearchOptions")]] = SearchOptions;     ///< its name up to version 0.2
using Progress [[deprecated("write scrump::SearchProgress")]] = SearchProgress;  ///< its name up to version 0.2

/// Whether `checkpoints.problem` will be compared with anything. Where it takes long to say, it need not be said
/// otherwise.
bool compares_problem(const SearchOptions& options);

}  // namespace scrump

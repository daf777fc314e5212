#pragma once
// The options of a loop.

#include <scrump/base/clock.hpp>
#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/loops/stealing.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace scrump {

class LoopHistory;
class Session;

/// Progress of a running loop, over all localities.
struct LoopProgress {
    std::chrono::duration<double> elapsed{};  ///< time since `LoopOptions::began`
    std::uint64_t iterations = 0;             ///< number of iterations in chunks that were run
    std::uint64_t expected = 0;        ///< number of all iterations, as far as the localities have reported theirs
    double iterations_per_second = 0;  ///< rate since the last progress
    unsigned busy_workers = 0;         ///< number of workers that have a chunk
    unsigned workers = 0;              ///< number of workers in all localities
};

/// All options of a loop. The defaults use every core and need no tuning.
struct LoopOptions {
    Technique technique = Technique();  ///< division into chunks
    std::vector<double> weights{};  ///< speeds of all workers, locality by locality, in any unit; empty: all the same
    IterationCosts costs{};         ///< known costs of the iterations; costs that are 0 come from the history
    /// History of the loop, which provides the results of earlier runs and is extended by this one; chunks are then
    /// timed.
    LoopHistory* history = nullptr;

    /// loop_reduce(): whether values are combined in an order that depends only on the number of iterations, so that
    /// sums of floating-point numbers have the same bits for any number of workers and processes, any technique and in
    /// each run.
    bool deterministic = false;

    unsigned workers = 0;     ///< workers per locality; 0: as many as there are cores for it
    unsigned localities = 1;  ///< number of address spaces, simulated in this process
    /// The processes that run the loop together, each a locality; the loop uses their threads, so none is started for
    /// it. All make the same call. None, or a session of one process: this process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all

    LoopStealing stealing = LoopStealing();  ///< stealing, in loops over data of which each locality has a part
    Policy policy = Policy();                ///< choice of the victim locality in decentralised stealing
    std::uint64_t seed = 1;                  ///< seed of the choices of victims

    /// Start of the clock. None: the clock starts with the loop.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after this time
    std::stop_token stop{};                                ///< cancels the loop from any other thread
    /// Time after which a locality that has not responded ends the loop with an error that names it; zero: never. Must
    /// be longer than the differences between the processes' starts.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    /// Called in the first process, by the thread that runs the loop.
    std::function<void(const LoopProgress&)> progress{};
    std::chrono::milliseconds progress_interval{200};  ///< time between two calls of `progress`

    /// Called from time to time with the current `total`, `localities` and `seconds`, each at most about 10 ms old, and
    /// once more with the final ones when the loop is over; by the thread that runs it, in the first process.
    std::function<void(const LoopStatistics&)> observe{};
    std::chrono::nanoseconds observe_interval = std::chrono::seconds(1);  ///< time between two calls of `observe`

    Tracing trace{};  ///< whether events are recorded
    /// Whether to count instructions, cycles and cache misses of each worker by its processor. An Error if the kernel
    /// does not permit it.
    bool hardware_counters = false;

    /// The system of a paper that these options are, as options_of_paper() (runtime/paper.hpp) sets it: for reports,
    /// which name it if all of its options are in force. Empty: none.
    std::string paper{};
};

}  // namespace scrump

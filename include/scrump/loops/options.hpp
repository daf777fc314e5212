#pragma once
// How a loop is to be run.

#include <scrump/base/clock.hpp>
#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/stealing.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace scrump {

class LoopHistory;
class Session;

/// A moment of a running loop, over all localities.
struct LoopProgress {
    std::chrono::duration<double> elapsed{};  ///< since `LoopOptions::began`
    std::uint64_t iterations = 0;             ///< of chunks that were run
    std::uint64_t expected = 0;               ///< all there are, as far as the localities have told
    double iterations_per_second = 0;         ///< since the last progress
    unsigned busy_workers = 0;                ///< those that have a chunk
    unsigned workers = 0;                     ///< in all localities
};

/// Everything that can be chosen about a loop. The defaults use every core and need no tuning.
struct LoopOptions {
    Technique technique{};          ///< how it is divided into chunks
    std::vector<double> weights{};  ///< speeds of all workers, locality by locality, in any unit; empty: all the same
    IterationCosts costs{};         ///< what is known of its iterations; what is 0: from the history
    /// What earlier runs of the loop have shown, and what this one adds; its chunks are timed then.
    LoopHistory* history = nullptr;

    unsigned workers = 0;     ///< of each locality; 0: as many as there are cores for it
    unsigned localities = 1;  ///< address spaces, simulated in this process
    /// The processes that run the loop together, each a locality, and whose threads are used, so that none is started
    /// for each loop. All make the same call. None, or a session of one process: this process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all

    LoopStealing stealing{};  ///< of loops over data of which each locality has a part
    Policy policy{};          ///< with decentralised stealing: which locality to steal from
    std::uint64_t seed = 1;   ///< of the choices of victims

    /// From when on time counts. None: when the loop begins.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after so long
    std::stop_token stop{};                                ///< cancels from any other thread
    /// A locality of which nothing was heard for so long ends the loop with an error that names it; zero: never. Must
    /// be longer than processes differ in when they begin.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    std::function<void(const LoopProgress&)> progress{};  ///< called in the first process, from the thread that runs it
    std::chrono::milliseconds progress_interval{200};     ///< between two calls of `progress`

    Tracing trace{};  ///< whether what happens is recorded
};

}  // namespace scrump

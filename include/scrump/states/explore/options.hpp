#pragma once
// The options of an exploration of a state space.

#include <scrump/base/clock.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/states/explore/order.hpp>
#include <scrump/states/explore/result.hpp>
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

/// Progress of a running exploration, over all localities.
struct ExploreProgress {
    std::chrono::duration<double> elapsed{};  ///< time since `ExploreOptions::began`
    std::uint64_t states = 0;                 ///< number of visited states
    std::uint64_t waiting = 0;                ///< number of these whose successors are not known yet
    std::uint64_t level = 0;                  ///< level that is being expanded, in breadth-first order
    double states_per_second = 0;             ///< rate since the last progress
    unsigned busy_workers = 0;                ///< number of workers that have states to expand
    unsigned workers = 0;                     ///< number of workers in all localities
};

/// Checkpoints of a long exploration. The file holds everything known at the end of a level: in breadth-first order,
/// with exact states, and with paths. If the exploration is stopped, that is the last complete level; states found
/// after it are found again.
struct ExploreCheckpoints {
    /// File of the checkpoints, replaced as a whole or not at all. Must not exist when a run begins that does not
    /// resume it. Empty: no checkpoints. Only the first process reads and writes files.
    std::string file{};
    std::chrono::nanoseconds every =
        std::chrono::seconds(60);  ///< time between two checkpoints, except for that of the last level
    std::string resume{};          ///< checkpoint to resume; empty: none
    /// Identification of the model, e.g. "puzzle 3x4": required, and compared when an exploration is resumed.
    std::string model{};

    /// Whether checkpoints are to be written.
    bool wanted() const { return !file.empty(); }
    /// Whether the exploration resumes from a checkpoint.
    bool resumes() const { return !resume.empty(); }
};

/// All options of an exploration. The defaults use every core and need no tuning.
struct ExploreOptions {
    ExplorationOrder order = ExplorationOrder::breadth_first;  ///< order in which states are visited
    StateStorage storage = StateStorage::exact;                ///< what is kept of visited states
    /// Keep each state with its predecessor, so that findings come with a path. Otherwise, besides the table only the
    /// states of two levels are kept.
    bool paths = true;

    unsigned workers = 0;  ///< workers per locality; 0: as many as there are cores for it
    /// Number of address spaces, simulated in this process; they share nothing and send messages.
    unsigned localities = 1;
    /// The processes that explore together, each a locality: all make the same call and get the same result. None, or a
    /// session of one process: this process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all

    /// The first victim of a worker without states; after it come all others, nearby ones first. No data on victims are
    /// gathered: a policy that needs them acts as `sticky-random`. The number of states taken is `steal` of those that
    /// the victim has left, as far as they are taken together; if the policy does not set it, they are divided in the
    /// best way. Depth-first always takes a block.
    Policy policy = Policy::of(Policy::Kind::hierarchical);
    std::uint64_t seed = 1;  ///< seed of the choices of victims

    /// Largest distance from the initial states, in breadth-first order only.
    std::uint64_t level_limit = std::numeric_limits<std::uint64_t>::max();
    /// Stop after about this many states: with several localities, each may find as many.
    std::optional<std::uint64_t> state_limit{};
    /// Memory of each locality, in bytes, for its part of the table and the waiting states: the exploration stops when
    /// they need more. Of several processes, the first one's value counts. None: three quarters of the memory that is
    /// free on its machine, divided by the number of localities.
    std::optional<std::size_t> memory_limit{};
    /// Folder for the states: levels and visited states lie in files below it, and memory holds only buffers, as large
    /// as the memory limit says. In breadth-first order, with exact storage, in one process and one locality. The files
    /// are gone when the exploration ends; its checkpoints can only be resumed on disk. Empty: states lie in memory.
    std::string disk{};
    /// Start of the clock. None: the clock starts with the exploration.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after this time
    std::stop_token stop{};                                ///< cancels the exploration from any other thread
    /// Time after which a locality that has not responded ends the exploration with an error that names it; zero:
    /// never.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    ExploreCheckpoints checkpoints{};  ///< checkpoints of the exploration

    /// Called in the first process, by the thread that runs the exploration.
    std::function<void(const ExploreProgress&)> progress{};
    std::chrono::milliseconds progress_interval{200};  ///< time between two calls of `progress`

    /// Called from time to time with the current `states`, `total`, `localities` and `seconds`, each at most about 10
    /// ms old, and once more with the final ones when the exploration is over; by the thread that runs it, in the first
    /// process.
    std::function<void(const ExploreStatistics&)> observe{};
    std::chrono::nanoseconds observe_interval = std::chrono::seconds(1);  ///< time between two calls of `observe`

    Tracing trace{};  ///< whether events are recorded
    /// Whether to count instructions, cycles and cache misses of each worker by its processor. An Error if the kernel
    /// does not permit it.
    bool hardware_counters = false;
};

using ReachOptions [[deprecated("write scrump::ExploreOptions")]] = ExploreOptions;     ///< its name up to version 0.2
using ReachProgress [[deprecated("write scrump::ExploreProgress")]] = ExploreProgress;  ///< its name up to version 0.2
/// Its name up to version 0.2.
using ReachCheckpoints [[deprecated("write scrump::ExploreCheckpoints")]] = ExploreCheckpoints;

}  // namespace scrump

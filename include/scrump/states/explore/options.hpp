#pragma once
// How a state space is to be explored.

#include <scrump/base/clock.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/states/explore/order.hpp>
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

/// A moment of a running exploration, over all localities.
struct ExploreProgress {
    std::chrono::duration<double> elapsed{};  ///< since `ExploreOptions::began`
    std::uint64_t states = 0;                 ///< that were visited
    std::uint64_t waiting = 0;                ///< of these, those whose successors are not known yet
    std::uint64_t level = 0;                  ///< in breadth-first order: that is being expanded
    double states_per_second = 0;             ///< since the last progress
    unsigned busy_workers = 0;                ///< those that have states to expand
    unsigned workers = 0;                     ///< in all localities
};

/// How an exploration that takes long is kept from being lost. The file holds all that was known at the end of a level:
/// in breadth-first order, with exact states, and with paths. When it is stopped, this is the last whole level; what is
/// found after it is found again.
struct ExploreCheckpoints {
    /// Where to: replaced as a whole or not at all. Must not exist when a run begins that does not resume it. Empty:
    /// nowhere. Only the first process reads and writes files.
    std::string file{};
    std::chrono::nanoseconds every = std::chrono::seconds(60);  ///< between two of them, but for that of the last level
    std::string resume{};                                       ///< one to go on from; empty: none
    /// What is explored, e.g. "puzzle 3x4": to be given, and compared when it is resumed.
    std::string model{};

    /// Whether any are to be written.
    bool wanted() const { return !file.empty(); }
    /// Whether the exploration goes on from one.
    bool resumes() const { return !resume.empty(); }
};

/// Everything that can be chosen about an exploration. The defaults use every core and need no tuning.
struct ExploreOptions {
    ExplorationOrder order = ExplorationOrder::breadth_first;  ///< in which states are visited
    StateStorage storage = StateStorage::exact;                ///< what is kept of them
    /// Keep each state with the one that it was found from, so that what is found comes with a path. Without, only the
    /// states of two levels are kept besides the table.
    bool paths = true;

    unsigned workers = 0;     ///< of each locality; 0: as many as there are cores for it
    unsigned localities = 1;  ///< address spaces, simulated in this process; they share nothing and send messages
    /// The processes that explore together, each a locality: all make the same call, and all get the same result. None,
    /// or a session of one process: this process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all

    /// Whom a worker without states looks at first; then come all others, those nearby first. Nothing is gathered of
    /// them: a policy that would is `sticky-random`. How many states it takes: `steal` of those that the victim has
    /// left, as far as they are taken together, or as they are best divided if it says nothing; depth-first always a
    /// block.
    Policy policy{.kind = Policy::Kind::hierarchical};
    std::uint64_t seed = 1;  ///< of the choices of victims

    /// How far from the initial states others are visited; in breadth-first order only.
    std::uint64_t level_limit = std::numeric_limits<std::uint64_t>::max();
    /// Stop soon after so many states: where there are several localities, each may find as many.
    std::optional<std::uint64_t> state_limit{};
    /// Of each locality, in bytes, for its part of the table and the states that wait: the exploration stops where they
    /// need more. Of several processes, the first one's counts. None: three quarters of the memory that is free on its
    /// machine, divided by the number of localities.
    std::optional<std::size_t> memory_limit{};
    /// From when on time counts. None: when the exploration begins.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after so long
    std::stop_token stop{};                                ///< cancels from any other thread
    /// A locality of which nothing was heard for so long ends the exploration with an error that names it; zero: never.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    ExploreCheckpoints checkpoints{};  ///< how it is kept from being lost

    /// Called in the first process, from the thread that runs the exploration.
    std::function<void(const ExploreProgress&)> progress{};
    std::chrono::milliseconds progress_interval{200};  ///< between two calls of `progress`

    Tracing trace{};  ///< whether what happens is recorded
};

using ReachOptions [[deprecated("write scrump::ExploreOptions")]] = ExploreOptions;     ///< its name up to version 0.2
using ReachProgress [[deprecated("write scrump::ExploreProgress")]] = ExploreProgress;  ///< its name up to version 0.2
using ReachCheckpoints [[deprecated("write scrump::ExploreCheckpoints")]] =
    ExploreCheckpoints;  ///< its name up to version 0.2

}  // namespace scrump

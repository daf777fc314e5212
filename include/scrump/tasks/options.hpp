#pragma once
// How a computation of tasks is to be run.

#include <scrump/base/clock.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/tasks/deque_kind.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace scrump {

class Session;

/// A moment of a running computation, over all localities.
struct TaskProgress {
    std::chrono::duration<double> elapsed{};  ///< since `TaskOptions::began`
    std::uint64_t stolen = 0;                 ///< tasks that were run by others than their workers
    unsigned busy_workers = 0;                ///< those that have a task
    unsigned workers = 0;                     ///< in all localities
};

/// Everything that can be chosen about a computation. The defaults use every core and need no tuning.
struct TaskOptions {
    unsigned workers = 0;     ///< of each locality; 0: as many as there are cores for it
    unsigned localities = 1;  ///< address spaces, simulated in this process; they share nothing and send messages
    /// The processes that compute together, each a locality, and whose threads are used, so that none is started for
    /// each computation. All make the same call, and all get the same result; the first task runs in the first process.
    /// None, or a session of one process: this process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all

    /// Whom a worker steals from, after the one that has the task which it waits for.
    Policy policy{.kind = Policy::Kind::hierarchical};
    std::uint64_t seed = 1;  ///< of the choices of victims

    /// From when on time counts. None: when the computation begins.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after so long
    std::stop_token stop{};                                ///< cancels from any other thread
    /// A locality of which nothing was heard for so long ends the computation with an error that names it; zero: never.
    /// Must be longer than processes differ in when they begin.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    /// How thieves get tasks out of a worker's deque. How many at a time says the policy: `steal=one` if it says
    /// nothing; the oldest ones, whatever their depth, and all that are to be had with `steal=all`.
    DequeKind deque = DequeKind::split;
    /// How many of the tasks that a worker has spawned and not synced can be stolen, from 1 to 262142: the oldest ones.
    /// It keeps 1048574 in all. Each takes 64 bytes of memory, from when it is needed first.
    std::size_t deque_capacity = 262'142;

    std::function<void(const TaskProgress&)> progress{};  ///< called in the first process, from the thread that runs it
    std::chrono::milliseconds progress_interval{200};     ///< between two calls of `progress`

    Tracing trace{};  ///< whether what happens is recorded
};

using TasksOptions [[deprecated("write scrump::TaskOptions")]] = TaskOptions;     ///< its name up to version 0.2
using TasksProgress [[deprecated("write scrump::TaskProgress")]] = TaskProgress;  ///< its name up to version 0.2

}  // namespace scrump

#pragma once
// The options of a computation of tasks.

#include <scrump/base/clock.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/tasks/deque_kind.hpp>
#include <scrump/tasks/ready_order.hpp>
#include <scrump/tasks/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace scrump {

class Session;

/// Progress of a running computation, over all localities.
struct TaskProgress {
    std::chrono::duration<double> elapsed{};  ///< time since `TaskOptions::began`
    std::uint64_t stolen = 0;                 ///< number of tasks that were run by other workers than their own
    unsigned busy_workers = 0;                ///< number of workers that have a task
    unsigned workers = 0;                     ///< number of workers in all localities
};

/// All options of a computation. The defaults use every core and need no tuning.
struct TaskOptions {
    unsigned workers = 0;  ///< workers per locality; 0: as many as there are cores for it
    /// Number of address spaces, simulated in this process; they share nothing and send messages.
    unsigned localities = 1;
    /// The processes that compute together, each a locality; the computation uses their threads, so none is started for
    /// it. All make the same call and get the same result; the first task runs in the first process. None, or a session
    /// of one process: this process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all

    /// Choice of the victims of a worker, after the worker that runs the task for which it waits.
    Policy policy = Policy::of(Policy::Kind::hierarchical);
    std::uint64_t seed = 1;  ///< seed of the choices of victims

    /// Start of the clock. None: the clock starts with the computation.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after this time
    std::stop_token stop{};                                ///< cancels the computation from any other thread
    /// Time after which a locality that has not responded ends the computation with an error that names it; zero:
    /// never. Must be longer than the differences between the processes' starts.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    /// How thieves get tasks out of a worker's deque. The policy gives the number of tasks per steal: `steal=one` if it
    /// gives none; the oldest ones, at any depth, and all available ones with `steal=all`.
    DequeKind deque = DequeKind::split;
    /// Number of a worker's spawned but not yet synced tasks that can be stolen, from 1 to 262142: the oldest ones. A
    /// worker keeps at most 1048574 in all. Each takes 64 bytes of memory, from its first use on.
    std::size_t deque_capacity = 262'142;
    ReadyOrder ready_order = ReadyOrder::fifo;  ///< order in which a worker runs its ready tasks of futures
    /// Whether a worker without work looks into queues and deques for as long as there is none, as HPX's do: sections
    /// I-B and IV-E of Grubel et al. (2015). Otherwise it sleeps after some hundred looks, until it is woken.
    bool look_on = false;

    /// Called in the first process, by the thread that runs the computation.
    std::function<void(const TaskProgress&)> progress{};
    std::chrono::milliseconds progress_interval{200};  ///< time between two calls of `progress`

    /// Called from time to time with the current `total`, `localities` and `seconds`, each at most about 10 ms old, and
    /// once more with the final ones when the computation is over; by the thread that runs it, in the first process.
    std::function<void(const TaskStatistics&)> observe{};
    std::chrono::nanoseconds observe_interval = std::chrono::seconds(1);  ///< time between two calls of `observe`

    Tracing trace{};  ///< whether events are recorded
    /// Whether to count instructions, cycles and cache misses of each worker by its processor. An Error if the kernel
    /// does not permit it.
    bool hardware_counters = false;

    /// The system of a paper that these options are, as options_of_paper() (runtime/paper.hpp) sets it: for reports,
    /// which name it if all of its options are in force. Empty: none.
    std::string paper{};
};

using TasksOptions [[deprecated("write scrump::TaskOptions")]] = TaskOptions;     ///< its name up to version 0.2
using TasksProgress [[deprecated("write scrump::TaskProgress")]] = TaskProgress;  ///< its name up to version 0.2

}  // namespace scrump

#pragma once
// How a worker spends its time, and the figures that follow from it: section II-A of Grubel et al. (2015), see
// docs/papers.md.
//
// The paper's two sums are here: t_exec is the time in which tasks compute, `task_time`; t_func is all time,
// `total_time`. The time that is neither computing nor waiting for work is the management of tasks: making, keeping,
// looking for and stealing them.

#include <array>
#include <cstdint>

namespace scrump {

/// Sums of one worker, or of several, since the run began. Times are in nanoseconds.
struct Activity {
    std::uint64_t tasks = 0;   ///< number of tasks that ended: n_t
    std::uint64_t phases = 0;  ///< number of stretches of work on a task: one more for each interruption
    /// Number of searches for a task: in the worker's own pool or in a victim's. Each look of an idle worker, however
    /// many pools it examines, is one into its own: the pending accesses of section II-A.
    std::uint64_t pool_accesses = 0;
    std::uint64_t pool_misses = 0;      ///< number of these that found none
    std::uint64_t victim_accesses = 0;  ///< number of these searches in a victim's pool
    std::uint64_t victim_misses = 0;    ///< number of these that found none
    std::uint64_t task_time = 0;        ///< time in which tasks computed: the sum of t_exec
    std::uint64_t wait_time = 0;        ///< time without an available task
    std::uint64_t total_time = 0;       ///< all time: the sum of t_func

    /// Time spent on the management of tasks.
    std::uint64_t management_time() const {
        const std::uint64_t other =
            task_time + wait_time;  // published at slightly different times, they may exceed the sum
        return total_time > other ? total_time - other : 0;
    }

    /// Adds another worker's sums, or later ones of the same worker.
    Activity& operator+=(const Activity& other) {
        for (const auto member : members) this->*member += other.*member;
        return *this;
    }
    /// The increase since `before`. Sums that were read while they changed may seem to have decreased: then the
    /// increase is 0.
    Activity since(const Activity& before) const {
        Activity passed;
        for (const auto member : members) {
            if (this->*member > before.*member) passed.*member = this->*member - before.*member;
        }
        return passed;
    }
    /// Whether all sums are the same.
    bool operator==(const Activity&) const = default;

    /// All sums, in the order of their declaration.
    static const std::array<std::uint64_t Activity::*, 9> members;
};

inline constexpr std::array<std::uint64_t Activity::*, 9> Activity::members = {
    &Activity::tasks,       &Activity::phases,          &Activity::pool_accesses,
    &Activity::pool_misses, &Activity::victim_accesses, &Activity::victim_misses,
    &Activity::task_time,   &Activity::wait_time,       &Activity::total_time};

/// Equation 1, from 0 to 1: the share of all time in which no task computed; 0 if there was no time.
inline double idle_rate(const Activity& sum) {
    if (sum.total_time <= sum.task_time) return 0;
    return static_cast<double>(sum.total_time - sum.task_time) / static_cast<double>(sum.total_time);
}

/// Equation 2, in seconds: the average duration of a task, t_d; 0 if none ended.
inline double task_duration(const Activity& sum) {
    return sum.tasks == 0 ? 0 : static_cast<double>(sum.task_time) / static_cast<double>(sum.tasks) * 1e-9;
}

/// Equation 3, in seconds: all time that was not computing, per task, t_o; 0 if none ended.
inline double task_overhead(const Activity& sum) {
    if (sum.tasks == 0 || sum.total_time <= sum.task_time) return 0;
    return static_cast<double>(sum.total_time - sum.task_time) / static_cast<double>(sum.tasks) * 1e-9;
}

/// Average duration of a phase, and its average overhead, in seconds: equations 2 and 3 with phases in place of tasks,
/// as the paper uses them to see the effects of suspension; 0 if none began.
inline double phase_duration(const Activity& sum) {
    return sum.phases == 0 ? 0 : static_cast<double>(sum.task_time) / static_cast<double>(sum.phases) * 1e-9;
}
inline double phase_overhead(const Activity& sum) {
    if (sum.phases == 0 || sum.total_time <= sum.task_time) return 0;
    return static_cast<double>(sum.total_time - sum.task_time) / static_cast<double>(sum.phases) * 1e-9;
}

/// Equation 4, in seconds: the management of tasks per worker (the paper's cores), T_o.
inline double management_overhead(const Activity& sum, double workers) {
    return task_overhead(sum) * static_cast<double>(sum.tasks) / workers;
}

/// Equation 5, in seconds: the additional duration of tasks compared with a single worker, where they took `alone` on
/// average; t_w. Negative if they were shorter.
inline double wait_time_per_task(const Activity& sum, double alone) {
    return sum.tasks == 0 ? 0 : task_duration(sum) - alone;
}

/// Equation 6, in seconds: the same per worker, T_w.
inline double wait_time_per_core(const Activity& sum, double alone, double workers) {
    return wait_time_per_task(sum, alone) * static_cast<double>(sum.tasks) / workers;
}

}  // namespace scrump

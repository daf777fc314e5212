#pragma once
// The result of a computation of tasks.

#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>

#include <optional>
#include <vector>

namespace scrump {

/// Cost of a computation. A spawned task that nobody stole is an ordinary call of its parent, and is not counted.
struct TaskStatistics {
    Counters total{};  ///< counters; `tasks` counts the first task, stolen ones and those of futures
    /// Statistics by locality; in processes other than the first: their own.
    std::vector<LocalityStatistics> localities{};
    double seconds = 0;       ///< time since `TaskOptions::began`
    TraceStatistics trace{};  ///< trace that was recorded
};

/// Result of a computation whose first task returns a T.
template <class T>
struct TaskResult {
    Status status = Status::complete;  ///< how the computation ended
    std::optional<T> value{};          ///< result of the first task, if the computation is complete
    TaskStatistics statistics{};       ///< what the computation cost
};

/// Result of a computation whose first task returns nothing.
template <>
struct TaskResult<void> {
    Status status = Status::complete;  ///< how the computation ended
    TaskStatistics statistics{};       ///< what the computation cost
};

using TasksStatistics [[deprecated("write scrump::TaskStatistics")]] = TaskStatistics;  ///< its name up to version 0.2
template <class T>
using TasksResult [[deprecated("write scrump::TaskResult")]] = TaskResult<T>;  ///< its name up to version 0.2

}  // namespace scrump

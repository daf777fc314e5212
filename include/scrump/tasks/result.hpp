#pragma once
// What comes of a computation of tasks.

#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>

#include <optional>
#include <vector>

namespace scrump {

/// What a computation cost. A task that nobody stole was called by who spawned it, and is not counted.
struct TaskStatistics {
    Counters total{};                              ///< `tasks`: the first one and those that were stolen
    std::vector<LocalityStatistics> localities{};  ///< in processes but the first: their own
    double seconds = 0;                            ///< from `TaskOptions::began` on
    TraceStatistics trace{};                       ///< what was recorded
};

/// Of a computation whose first task returns a T.
template <class T>
struct TaskResult {
    Status status = Status::complete;  ///< how it ended
    std::optional<T> value{};          ///< what the first task returned, if the computation is complete
    TaskStatistics statistics{};       ///< what it cost
};

/// Of one whose first task returns nothing.
template <>
struct TaskResult<void> {
    Status status = Status::complete;  ///< how it ended
    TaskStatistics statistics{};       ///< what it cost
};

using TasksStatistics [[deprecated("write scrump::TaskStatistics")]] = TaskStatistics;  ///< its name up to version 0.2
template <class T>
using TasksResult [[deprecated("write scrump::TaskResult")]] = TaskResult<T>;  ///< its name up to version 0.2

}  // namespace scrump

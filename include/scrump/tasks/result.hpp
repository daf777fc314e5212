#pragma once
// What comes of a computation of tasks.

#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>

#include <optional>
#include <vector>

namespace scrump {

/// What a computation cost. A task that nobody stole was called by who spawned it, and is not counted.
struct TasksStatistics {
    Counters total{};                              ///< `tasks`: the first one and those that were stolen
    std::vector<LocalityStatistics> localities{};  ///< in processes but the first: their own
    double seconds = 0;                            ///< from `TasksOptions::began` on
    TraceStatistics trace{};                       ///< what was recorded
};

/// Of a computation whose first task returns a T.
template <class T>
struct TasksResult {
    Status status = Status::complete;  ///< how it ended
    std::optional<T> value{};          ///< what the first task returned, if the computation is complete
    TasksStatistics statistics{};      ///< what it cost
};

/// Of one whose first task returns nothing.
template <>
struct TasksResult<void> {
    Status status = Status::complete;  ///< how it ended
    TasksStatistics statistics{};      ///< what it cost
};

}  // namespace scrump

#pragma once
// Has a computation run, whatever its first task is.

#include <scrump/runtime/status.hpp>
#include <scrump/tasks/fork.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <functional>

namespace scrump::detail {

/// What the runtime says of a computation.
struct TasksOutcome {
    Status status = Status::complete;
    TasksStatistics statistics{};
};

/// Calls `first` as the first task. Complete: it and all tasks have returned. Throws what it throws, and UsageError for
/// options that cannot be.
TasksOutcome run_first_task(const TasksOptions& options, const std::function<void(Fork)>& first);

}  // namespace scrump::detail

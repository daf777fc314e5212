#pragma once
// Runs a computation with any first task.

#include <scrump/net/codec.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/tasks/ext/companion.hpp>
#include <scrump/tasks/fork.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <functional>
#include <string>

namespace scrump::detail {

/// The first task, and its description for other processes.
struct FirstTask {
    std::function<void(Fork)> call;
    const char* type = "";    ///< name of the function's type
    std::string arguments{};  ///< as far as these are numbers
    /// Bytes of the value that it returned, and that value in a process that did not call it. Null if it cannot travel.
    std::function<Bytes()> value{};
    std::function<void(Bytes)> take_over{};
};

/// The runtime's results of a computation.
struct TasksOutcome {
    Status status = Status::complete;
    TaskStatistics statistics{};
};

/// Runs a computation, with a companion in each locality if one is made. Complete: the first task and all others have
/// returned. Rethrows what the first task throws; throws Error if it failed elsewhere or if another process computes
/// something else, and UsageError for invalid options.
TasksOutcome run_first_task(const TaskOptions& options, const FirstTask& first,
                            const MakeCompanion& make_companion = {});

}  // namespace scrump::detail

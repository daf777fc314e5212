#pragma once
// Has a computation run, whatever its first task is.

#include <scrump/net/codec.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/tasks/detail/companion.hpp>
#include <scrump/tasks/fork.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <functional>
#include <string>

namespace scrump::detail {

/// The first task, and what other processes are to know of it.
struct FirstTask {
    std::function<void(Fork)> call;
    const char* type = "";    ///< of the function: its name, where it has one
    std::string arguments{};  ///< as far as these are numbers
    /// The value that it returned, and that value in a process that did not call it. Null if it cannot travel.
    std::function<Bytes()> value{};
    std::function<void(Bytes)> take_over{};
};

/// What the runtime says of a computation.
struct TasksOutcome {
    Status status = Status::complete;
    TaskStatistics statistics{};
};

/// Runs a computation, with a companion in each locality if one is made. Complete: the first task and all others have
/// returned. Throws what the first task throws, Error if it failed elsewhere or if another process computes something
/// else, and UsageError for options that cannot be.
TasksOutcome run_first_task(const TaskOptions& options, const FirstTask& first,
                            const MakeCompanion& make_companion = {});

}  // namespace scrump::detail

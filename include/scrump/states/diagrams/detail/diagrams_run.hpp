#pragma once
// Runs a program on decision diagrams, as the first task of a computation.

#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/options.hpp>
#include <scrump/tasks/ext/task_run.hpp>

#include <functional>

namespace scrump::detail {

/// `first` has no call. `figures` receives the statistics of the nodes, in the first process.
TasksOutcome run_on_diagrams(const DiagramOptions& options, FirstTask first,
                             const std::function<void(Diagrams&)>& program, DiagramStatistics& figures);

}  // namespace scrump::detail

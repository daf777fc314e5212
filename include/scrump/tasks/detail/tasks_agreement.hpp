#pragma once
// Properties that must be the same in all processes that compute together (runtime/agreement.hpp).

#include <scrump/runtime/detail/agreement.hpp>
#include <scrump/tasks/ext/task_run.hpp>
#include <scrump/tasks/options.hpp>

namespace scrump::detail {

Agreement tasks_agreement(const TaskOptions& options, const FirstTask& first);

}  // namespace scrump::detail

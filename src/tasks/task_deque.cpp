#include <scrump/tasks/detail/task_deque.hpp>

#include <scrump/tasks/detail/private_deque.hpp>
#include <scrump/tasks/detail/split_deque.hpp>

namespace scrump::detail {

std::unique_ptr<TaskDeque> make_deque(DequeKind kind, TaskWorker& owner, std::size_t tasks) {
    if (kind == DequeKind::split) return std::make_unique<SplitDeque>(owner, tasks);
    return std::make_unique<PrivateDeque>(owner, tasks);
}

}  // namespace scrump::detail

#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <memory>
#include <utility>

namespace scrump::detail {

TaskLocality::TaskLocality(Setup setup, DequeKind deque, std::size_t deque_capacity,
                           const std::function<void(Fork)>& first)
    : Locality(std::move(setup)), first_(first) {
    for (unsigned index = 0; index < size(); ++index)
        workers_.push_back(std::make_unique<TaskWorker>(*this, index, deque, deque_capacity));
}

TaskWorker& TaskLocality::task_worker(unsigned index) {
    return static_cast<TaskWorker&>(worker(index));
}

void TaskLocality::begin() {
    expect_more(1);
    task_worker(0).begin_with(first_);
}

}  // namespace scrump::detail

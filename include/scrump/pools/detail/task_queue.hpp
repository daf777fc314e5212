#pragma once
// Tasks in a queue, first in first out. They are linked through themselves: nothing is allocated.

#include <scrump/pools/detail/task.hpp>

#include <cstddef>
#include <utility>

namespace scrump::detail {

class TaskQueue {
  public:
    TaskQueue() = default;
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;
    ~TaskQueue() {
        while (!empty()) pop();
    }

    bool empty() const { return first_ == nullptr; }
    std::size_t size() const { return size_; }

    void push(TaskPtr task) {
        Task* const added = task.release();
        added->next = nullptr;
        (empty() ? first_ : last_->next) = added;
        last_ = added;
        ++size_;
    }

    /// The first task; the queue must not be empty.
    const Task& front() const { return *first_; }
    TaskPtr pop() {
        --size_;
        return TaskPtr(std::exchange(first_, first_->next));
    }

    template <class Look>
    void look_at_all(const Look& look) const {
        for (const Task* task = first_; task != nullptr; task = task->next) look(*task);
    }

  private:
    Task* first_ = nullptr;
    Task* last_ = nullptr;  // valid if there is a first one
    std::size_t size_ = 0;
};

}  // namespace scrump::detail

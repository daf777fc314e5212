#pragma once
// The runtime's locality, for tasks. To the runtime, the first task and the stolen ones that an idle worker runs are
// outstanding; the first one ends last.

#include <scrump/runtime/detail/locality.hpp>
#include <scrump/tasks/deque_kind.hpp>
#include <scrump/tasks/fork.hpp>

#include <atomic>
#include <cstddef>
#include <functional>

namespace scrump::detail {

class TaskWorker;

class TaskLocality final : public Locality {
  public:
    TaskLocality(Setup setup, DequeKind deque, std::size_t deque_capacity, const std::function<void(Fork)>& first);

    TaskWorker& task_worker(unsigned index);

    /// A task that no pool has is in the hands of a worker that had none.
    void expect_stolen() { expect_more(1); }

    /// The computation has not come to its end: a task was left.
    void note_left() { left_.store(true, std::memory_order_relaxed); }
    bool left() const { return left_.load(std::memory_order_relaxed); }
    /// The first task has returned.
    void note_first_returned() { first_returned_.store(true, std::memory_order_relaxed); }
    bool first_returned() const { return first_returned_.load(std::memory_order_relaxed); }

  private:
    void begin() override;

    const std::function<void(Fork)>& first_;
    std::atomic<bool> left_ = false;
    std::atomic<bool> first_returned_ = false;
};

}  // namespace scrump::detail

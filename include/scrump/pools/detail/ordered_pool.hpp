#pragma once
// The tasks of a replicable search, in one fixed order, and the knowledge that each may have of those before it.
//
// After Archibald, Maier, Stewart, Trinder and De Beule, "Replicable parallel branch and bound search" (JPDC 2018), but
// with knowledge tied to the order instead of to time: task i starts when all tasks up to i − window are finished, and
// knows exactly their results, no more. For any number of workers and any scheduling, each task then starts from the
// same knowledge and does the same work.

#include <scrump/pools/detail/ordered_outcome.hpp>
#include <scrump/pools/detail/task.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace scrump::detail {

/// All members may be called by any thread.
class OrderedPool {
  public:
    using Outcome = OrderedOutcome;

    OrderedPool(std::unique_ptr<OrderedKnowledge> knowledge, std::size_t window);
    OrderedPool(const OrderedPool&) = delete;
    OrderedPool& operator=(const OrderedPool&) = delete;
    ~OrderedPool();

    /// Sets the tasks, once, in their order.
    void fill(Tasks tasks);

    /// The next task, if those on which it depends are finished; otherwise null.
    TaskPtr take();

    /// The first `how_many(n, n)` of n tasks that could be taken.
    Tasks take(const std::function<std::size_t(std::size_t, std::size_t)>& how_many);

    /// The place of the task that would be taken next, or the number of available ones.
    std::uint64_t next_order() const;
    std::size_t ready_tasks() const;

    /// Whether a task was available a moment ago; takes no lock.
    bool has_ready() const { return ready_.load(std::memory_order_acquire); }

    /// The changes when a task finishes.
    struct Progress {
        std::vector<Outcome> committed;  ///< outcomes that became final, in order
        std::size_t dropped = 0;         ///< number of tasks that need not be executed any more
    };
    Progress finish(std::uint64_t order, Outcome outcome);

    /// Calls `look` with the results of finished tasks that are not final yet, in order.
    void look_at_uncommitted(const std::function<void(const SubtreeResult&)>& look) const;

    /// Calls `look` with the tasks that have not been taken yet, in order.
    void look_at_waiting(const std::function<void(const Task&)>& look) const;

    /// The place from which tasks are not needed any more.
    std::uint64_t end() const;

  private:
    void hint() { ready_.store(count_ready() > 0, std::memory_order_release); }
    std::size_t count_ready() const;
    TaskPtr take_next();

    const std::unique_ptr<OrderedKnowledge> knowledge_;
    const std::size_t window_;
    std::atomic<bool> ready_ = false;
    mutable std::mutex mutex_;
    Tasks tasks_;
    std::vector<std::optional<Outcome>> outcomes_;
    std::size_t released_ = 0;
    std::size_t committed_ = 0;  // number of finished tasks from the first on
    std::size_t end_ = 0;
};

}  // namespace scrump::detail

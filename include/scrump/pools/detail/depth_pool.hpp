#pragma once
// A worker's pool of tasks in heuristic order: its owner takes the deepest task first, a thief the shallowest, and
// within a depth both take the one that was made first.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/pools/detail/task_queue.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace scrump::detail {

/// Tasks by depth, first in first out within each. All members may be called by any thread.
class alignas(cache_line) DepthPool {
  public:
    DepthPool();
    DepthPool(const DepthPool&) = delete;
    DepthPool& operator=(const DepthPool&) = delete;
    ~DepthPool();

    /// Moves the tasks in, in their order, and leaves the vector empty.
    void push(Tasks& tasks);

    /// Null if there is none.
    TaskPtr take_deepest();
    TaskPtr take_shallowest();

    /// The first `how_many(m, n)` tasks, shallowest depth first, of a pool with n tasks, m of them at the shallowest
    /// depth.
    Tasks take_shallowest(const std::function<std::size_t(std::size_t, std::size_t)>& how_many);

    /// The order key of the task that take_shallowest() would return.
    std::optional<OrderKey> shallowest_key() const;

    /// Calls `look` with all tasks, in the order in which their owner would take them.
    void look_at_all(const std::function<void(const Task&)>& look) const;

    /// Number of tasks: a hint, unless no other thread uses the pool.
    std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  private:
    using Levels = std::map<unsigned, TaskQueue>;

    TaskPtr take_from(Levels::iterator level);

    mutable std::mutex mutex_;
    Levels levels_;  // only depths that have tasks
    std::atomic<std::size_t> size_ = 0;
};

}  // namespace scrump::detail

#pragma once
// A worker's pool of tasks, which keeps heuristic order: its owner takes the deepest task first, a thief the
// shallowest, and within a depth both take the one that was made first.

#include <scrump/base/cache_line.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace scrump {

/// Tasks by depth (`task.depth`), first in first out within each. All members may be called by any thread.
template <class Task>
class alignas(cache_line) DepthPool {
  public:
    /// Moves the tasks in, in their order, and leaves the vector empty.
    void push(std::vector<Task>& tasks) {
        const std::lock_guard lock(mutex_);
        size_.fetch_add(tasks.size(), std::memory_order_relaxed);
        for (Task& task : tasks) {
            std::deque<Task>& level = levels_[task.depth];
            level.push_back(std::move(task));
        }
        tasks.clear();
    }

    std::optional<Task> take_deepest() {
        if (size() == 0) return std::nullopt;
        const std::lock_guard lock(mutex_);
        if (levels_.empty()) return std::nullopt;
        return take_from(std::prev(levels_.end()));
    }

    std::optional<Task> take_shallowest() {
        if (size() == 0) return std::nullopt;
        const std::lock_guard lock(mutex_);
        if (levels_.empty()) return std::nullopt;
        return take_from(levels_.begin());
    }

    /// The first `how_many(m, n)` tasks, shallowest depth first, of a pool that has n, m of them at the shallowest
    /// depth.
    template <class HowMany>
    std::vector<Task> take_shallowest(const HowMany& how_many) {
        std::vector<Task> taken;
        const std::lock_guard lock(mutex_);
        if (levels_.empty()) return taken;
        const std::size_t there = size();
        const std::size_t wanted = std::min<std::size_t>(how_many(levels_.begin()->second.size(), there), there);
        while (taken.size() < wanted) taken.push_back(take_from(levels_.begin()));
        return taken;
    }

    /// What `look` sees in the task that take_shallowest() would give.
    template <class Look>
    auto peek_shallowest(const Look& look) -> std::optional<decltype(look(std::declval<const Task&>()))> {
        const std::lock_guard lock(mutex_);
        if (levels_.empty()) return std::nullopt;
        return look(std::as_const(levels_.begin()->second.front()));
    }

    /// Looks at all, in the order in which their owner would take them.
    template <class Look>
    void look_at_all(const Look& look) const {
        const std::lock_guard lock(mutex_);
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
            for (const Task& task : level->second) look(task);
        }
    }

    /// How many there are: a hint, unless nobody else uses the pool.
    std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  private:
    Task take_from(typename std::map<unsigned, std::deque<Task>>::iterator level) {
        Task task = std::move(level->second.front());
        level->second.pop_front();
        if (level->second.empty()) levels_.erase(level);
        size_.fetch_sub(1, std::memory_order_relaxed);
        return task;
    }

    mutable std::mutex mutex_;
    std::map<unsigned, std::deque<Task>> levels_;  // only depths that have tasks
    std::atomic<std::size_t> size_ = 0;
};

}  // namespace scrump

#include <scrump/pools/detail/depth_pool.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace scrump::detail {

DepthPool::DepthPool() = default;
DepthPool::~DepthPool() = default;

void DepthPool::push(Tasks& tasks) {
    const std::lock_guard lock(mutex_);
    size_.fetch_add(tasks.size(), std::memory_order_relaxed);
    for (TaskPtr& task : tasks) {
        TaskQueue& level = levels_[task->depth];
        level.push(std::move(task));
    }
    tasks.clear();
}

TaskPtr DepthPool::take_deepest() {
    if (size() == 0) return nullptr;
    const std::lock_guard lock(mutex_);
    if (levels_.empty()) return nullptr;
    return take_from(std::prev(levels_.end()));
}

TaskPtr DepthPool::take_shallowest() {
    if (size() == 0) return nullptr;
    const std::lock_guard lock(mutex_);
    if (levels_.empty()) return nullptr;
    return take_from(levels_.begin());
}

Tasks DepthPool::take_shallowest(const std::function<std::size_t(std::size_t, std::size_t)>& how_many) {
    Tasks taken;
    const std::lock_guard lock(mutex_);
    if (levels_.empty()) return taken;
    const std::size_t there = size();
    const std::size_t wanted = std::min(how_many(levels_.begin()->second.size(), there), there);
    while (taken.size() < wanted) taken.push_back(take_from(levels_.begin()));
    return taken;
}

std::optional<OrderKey> DepthPool::shallowest_key() const {
    const std::lock_guard lock(mutex_);
    if (levels_.empty()) return std::nullopt;
    return levels_.begin()->second.front().key;
}

void DepthPool::look_at_all(const std::function<void(const Task&)>& look) const {
    const std::lock_guard lock(mutex_);
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) level->second.look_at_all(look);
}

TaskPtr DepthPool::take_from(Levels::iterator level) {
    TaskPtr task = level->second.pop();
    if (level->second.empty()) levels_.erase(level);
    size_.fetch_sub(1, std::memory_order_relaxed);
    return task;
}

}  // namespace scrump::detail

#include <scrump/pools/detail/ordered_pool.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {

OrderedPool::OrderedPool(std::unique_ptr<OrderedKnowledge> knowledge, std::size_t window)
    : knowledge_(std::move(knowledge)), window_(std::max<std::size_t>(window, 1)) {}

OrderedPool::~OrderedPool() = default;

void OrderedPool::fill(Tasks tasks) {
    const std::lock_guard lock(mutex_);
    tasks_ = std::move(tasks);
    end_ = tasks_.size();
    outcomes_.resize(tasks_.size());
    knowledge_->begin();
    hint();
}

TaskPtr OrderedPool::take() {
    if (!has_ready()) return nullptr;
    const std::lock_guard lock(mutex_);
    return take_next();
}

Tasks OrderedPool::take(const std::function<std::size_t(std::size_t, std::size_t)>& how_many) {
    Tasks taken;
    if (!has_ready()) return taken;
    const std::lock_guard lock(mutex_);
    const std::size_t ready = count_ready();
    for (std::size_t wanted = how_many(ready, ready); wanted > 0; --wanted) {
        TaskPtr task = take_next();
        if (!task) break;
        taken.push_back(std::move(task));
    }
    return taken;
}

std::uint64_t OrderedPool::next_order() const {
    const std::lock_guard lock(mutex_);
    return released_;
}

std::size_t OrderedPool::ready_tasks() const {
    const std::lock_guard lock(mutex_);
    return count_ready();
}

OrderedPool::Progress OrderedPool::finish(std::uint64_t order, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    Progress progress;
    if (order >= end_) return progress;  // speculative work behind a task that ended the search
    if (knowledge_->ends_search(*outcome.result)) {
        end_ = static_cast<std::size_t>(order) + 1;
        progress.dropped = tasks_.size() - std::max(end_, released_);
        tasks_.resize(tasks_.size() - progress.dropped);
    }
    outcomes_[order] = std::move(outcome);
    while (committed_ < end_ && outcomes_[committed_]) {
        Outcome& final = *outcomes_[committed_];
        knowledge_->add(*final.result);
        progress.committed.push_back(std::move(final));
        ++committed_;
    }
    hint();
    return progress;
}

void OrderedPool::look_at_uncommitted(const std::function<void(const SubtreeResult&)>& look) const {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = committed_; i < outcomes_.size(); ++i) {
        if (outcomes_[i]) look(*outcomes_[i]->result);
    }
}

void OrderedPool::look_at_waiting(const std::function<void(const Task&)>& look) const {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = released_; i < std::min(end_, tasks_.size()); ++i) look(*tasks_[i]);
}

std::uint64_t OrderedPool::end() const {
    const std::lock_guard lock(mutex_);
    return end_;
}

std::size_t OrderedPool::count_ready() const {
    const std::size_t limit = std::min(end_, committed_ + window_);
    return limit > released_ ? limit - released_ : 0;
}

TaskPtr OrderedPool::take_next() {
    if (count_ready() == 0) return nullptr;
    TaskPtr task = std::move(tasks_[released_]);
    task->order = released_;
    knowledge_->tell(*task, released_ < window_ ? 0 : released_ - window_ + 1);
    ++released_;
    hint();
    return task;
}

}  // namespace scrump::detail

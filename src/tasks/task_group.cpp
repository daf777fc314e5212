#include <scrump/tasks/task_group.hpp>

#include <scrump/base/detail/platform.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <utility>

namespace scrump {

using detail::here;

// While the group exists, the thread that made it is in a plain call.
TaskGroup::TaskGroup(std::stop_token stop)
    : stop_(std::move(stop)),
      seat_(here.top == nullptr ? std::optional<detail::PoolSeat>(std::in_place, Pool::shared()) : std::nullopt),
      made_(here),
      thread_(&here) {}

void TaskGroup::keep(std::function<void()> function, Priority priority) {
    const std::lock_guard lock(mutex_);
    waiting_[priority].push_back(std::move(function));
}

std::function<void()> TaskGroup::take_first() {
    const std::lock_guard lock(mutex_);
    const auto first = waiting_.begin();
    std::function<void()> taken = std::move(first->second.front());
    first->second.pop_front();
    if (first->second.empty()) waiting_.erase(first);
    return taken;
}

bool TaskGroup::may_begin() {
    if (failed_.load(std::memory_order_relaxed)) return false;
    if (!stop_.stop_requested()) return true;
    cancelled_.store(true, std::memory_order_relaxed);
    return false;
}

void TaskGroup::fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    failed_.store(true, std::memory_order_relaxed);
}

// When the last task has ended here, the group may be gone.
void TaskGroup::note_end() {
    detail::TaskWorker* const waiter = waiter_.load(std::memory_order_relaxed);
    if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1 && waiter != nullptr) waiter->wake();
}

// A function that waits works on what it added itself, above the tasks of the functions that called it. Then all that
// is left is with others.
void TaskGroup::finish() {
    const auto over = [this] { return pending_.load(std::memory_order_acquire) == 0; };
    if (over()) return;
    if (here.top == nullptr || detail::alone()) {
        while (!over()) detail::Platform::current().yield();
        return;
    }
    detail::Here mine = here;
    const bool made_here = thread_ == &here && made_.base == mine.base && made_.top <= mine.top;
    detail::Descriptor* const first = made_here ? made_.top : mine.base;
    mine.top = detail::drop(first, mine.top);
    here = mine;
    if (over()) return;
    waiter_.store(&detail::owner_below(mine.top), std::memory_order_relaxed);
    detail::help_until(over);
    waiter_.store(nullptr, std::memory_order_relaxed);
    here = mine;
}

void TaskGroup::wait() {
    finish();
    failed_.store(false, std::memory_order_relaxed);
    const bool cancelled = cancelled_.exchange(false, std::memory_order_relaxed);
    if (const std::exception_ptr failure = std::exchange(failure_, nullptr)) std::rethrow_exception(failure);
    if (cancelled) throw Cancelled("a group of tasks was cancelled");
}

}  // namespace scrump

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

// When the last task has ended here, the group may be gone. Whether somebody waits is part of the number: who begins to
// wait after this has ended finds that nothing is left.
void TaskGroup::note_end() {
    std::size_t before = pending_.load(std::memory_order_acquire);
    detail::TaskWorker* waiter = nullptr;
    do {
        waiter = (before & waited_for) != 0 ? waiter_.load(std::memory_order_relaxed) : nullptr;
    } while (!pending_.compare_exchange_weak(before, before - 1, std::memory_order_acq_rel, std::memory_order_acquire));
    if (waiter != nullptr && (before & ~waited_for) == 1) waiter->wake();
}

// A function that waits works on what it added itself, above the tasks of the functions that called it, even if nothing
// is left: a thief writes to the place of a task after that has ended. Then all that is left is with others.
void TaskGroup::finish() {
    const auto over = [this] { return (pending_.load(std::memory_order_acquire) & ~waited_for) == 0; };
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
    pending_.fetch_or(waited_for, std::memory_order_acq_rel);
    detail::help_until(over);
    pending_.fetch_and(~waited_for, std::memory_order_relaxed);
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

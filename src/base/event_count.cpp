#include <scrump/base/detail/event_count.hpp>

#include <scrump/base/detail/platform.hpp>

namespace scrump::detail {

EventCount::Key EventCount::prepare_wait() {
    // The key is read before the waiter is announced: a notification that the announcement misses cannot have made it
    // stale.
    const Key key = state_.notifications.load(std::memory_order_acquire);
    state_.waiters.fetch_add(1, std::memory_order_acq_rel);
    return key;
}

void EventCount::cancel_wait() {
    state_.waiters.fetch_sub(1, std::memory_order_relaxed);
}

void EventCount::wait(Key key, std::optional<Clock::time_point> deadline) {
    // Sleep ends at once if there was a notification since.
    while (state_.notifications.load(std::memory_order_acquire) == key) {
        if (!Platform::current().sleep({.value = state_.notifications, .shared = shared_}, key, deadline)) break;
    }
    state_.waiters.fetch_sub(1, std::memory_order_relaxed);
}

void EventCount::notify(std::size_t count) {
    if (state_.waiters.fetch_add(0, std::memory_order_acq_rel) == 0) return;
    state_.notifications.fetch_add(1, std::memory_order_release);
    Platform::current().wake({.value = state_.notifications, .shared = shared_}, count);
}

}  // namespace scrump::detail

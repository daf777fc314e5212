#include <scrump/base/event_count.hpp>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>

namespace scrump {
namespace {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && sizeof(std::atomic<std::uint32_t>) == 4);

// The kernel looks at a private futex's address alone, at a shared one's memory.
long futex(std::atomic<std::uint32_t>& word, int operation, bool shared, std::uint32_t value, const timespec* until) {
    return ::syscall(SYS_futex, &word, operation | (shared ? 0 : FUTEX_PRIVATE_FLAG), value, until, nullptr,
                     FUTEX_BITSET_MATCH_ANY);
}

// steady_clock is CLOCK_MONOTONIC, which is also a futex's.
timespec absolute(EventCount::Clock::time_point time) {
    const auto since = std::max(time.time_since_epoch(), EventCount::Clock::duration::zero());
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    return {.tv_sec = static_cast<time_t>(seconds.count()),
            .tv_nsec = static_cast<long>(std::chrono::nanoseconds(since - seconds).count())};
}

}  // namespace

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
    timespec until{};
    if (deadline) until = absolute(*deadline);
    while (state_.notifications.load(std::memory_order_acquire) == key) {
        // Returns at once if somebody notified since; may also return for no reason.
        if (futex(state_.notifications, FUTEX_WAIT_BITSET, shared_, key, deadline ? &until : nullptr) != 0 &&
            errno == ETIMEDOUT) {
            break;
        }
    }
    state_.waiters.fetch_sub(1, std::memory_order_relaxed);
}

void EventCount::notify(std::size_t count) {
    if (state_.waiters.fetch_add(0, std::memory_order_acq_rel) == 0) return;
    state_.notifications.fetch_add(1, std::memory_order_release);
    futex(state_.notifications, FUTEX_WAKE_BITSET, shared_,
          static_cast<std::uint32_t>(std::min<std::size_t>(count, INT_MAX)), nullptr);
}

}  // namespace scrump

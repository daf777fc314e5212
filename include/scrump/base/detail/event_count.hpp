#pragma once
// The place where idle threads sleep until something happens, and are woken: an event count.
//
// Protocol: a thread that found nothing to do calls prepare_wait(), looks once more, and then either cancels or waits
// with the key that it got. A thread that makes something happen publishes it first and then notifies. Both sides
// modify `waiters` in between, so one of the two modifications comes first: either the notifier sees the waiter, or the
// waiter, looking once more, sees what was published. A notification without waiters costs one atomic operation.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace scrump::detail {

class alignas(cache_line) EventCount {
  public:
    using Key = std::uint32_t;

    /// Its data. Zero bytes are a valid unused state, so it may lie in memory that processes share.
    struct State {
        std::atomic<std::uint32_t> waiters = 0;
        std::atomic<Key> notifications = 0;
    };

    EventCount() : state_(own_), shared_(false) {}
    /// An event count for which other processes wait and which they notify, too; `state` must outlive it.
    explicit EventCount(State& state) : state_(state), shared_(true) {}
    EventCount(const EventCount&) = delete;
    EventCount& operator=(const EventCount&) = delete;
    ~EventCount() = default;

    /// Announces that this thread may sleep. Must be followed by exactly one cancel_wait() or wait().
    [[nodiscard]] Key prepare_wait();
    void cancel_wait();

    /// Sleeps until a notification after the matching prepare_wait(), or until the deadline.
    void wait(Key key, std::optional<Clock::time_point> deadline = std::nullopt);

    /// Whether somebody seems to wait: a cheap question, before a notification of those who have slept for some time.
    bool has_waiters() const { return state_.waiters.load(std::memory_order_relaxed) > 0; }

    /// Wakes at least `count` waiters, or all if there are fewer.
    void notify(std::size_t count);
    void notify_one() { notify(1); }
    void notify_all() { notify(std::numeric_limits<std::size_t>::max()); }

  private:
    State own_;
    State& state_;
    const bool shared_;
};

}  // namespace scrump::detail

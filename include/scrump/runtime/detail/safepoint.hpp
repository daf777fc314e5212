#pragma once
// Where the workers of a locality stop together, so that what they share can be looked at as a whole.
//
// Protocol: the serving thread calls, and sees to it that every worker comes by (attention, event counts). A worker
// that sees the call puts down what it has to say and waits. The last to come notifies the serving thread; that reads
// what all have put down, which the mutex orders before, and lets them resume. Whoever leaves for good counts as come,
// and notifies, too.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace scrump::detail {

class Safepoint {
  public:
    /// For so many workers; `events` wakes the thread that calls them.
    Safepoint(unsigned size, EventCount& events) : size_(size), events_(events) {}

    // --- For the thread that serves

    /// May be called by workers, too; they then come themselves, or are counted as come.
    void call() {
        const std::lock_guard lock(mutex_);
        wanted_.store(!closed_, std::memory_order_relaxed);
    }
    /// Whoever calls is one of the workers, and does not wait.
    void count_caller() {
        const std::lock_guard lock(mutex_);
        ++here_;
    }
    bool all_here() const {
        const std::lock_guard lock(mutex_);
        return wanted() && here_ + gone_ == size_;
    }
    /// How many come no more.
    unsigned left() const {
        const std::lock_guard lock(mutex_);
        return gone_;
    }
    /// Lets all go on; also who comes later to this call. Returns for how long the first to come has waited.
    Clock::duration resume() {
        const std::lock_guard lock(mutex_);
        let_go();
        return std::exchange(here_, 0) > 0 ? Clock::now() - first_came_ : Clock::duration::zero();
    }

    /// Lets all go on, once for all: nobody waits for a call that comes later.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        here_ = 0;
        let_go();
    }

    // --- For workers

    /// Whether they were called. Relaxed: wait() looks again under the lock.
    bool wanted() const { return wanted_.load(std::memory_order_relaxed); }

    void wait() {
        wait([] { return false; });
    }
    /// Meanwhile it helps, at first and whenever it is woken: `help()` says whether there was something to do.
    template <class Help>
    void wait(const Help& help) {
        const std::optional<std::uint64_t> call = come();
        while (call) {
            const EventCount::Key key = resumed_.prepare_wait();
            if (calls_.load(std::memory_order_acquire) != *call) return resumed_.cancel_wait();
            if (help()) {
                resumed_.cancel_wait();
            } else {
                resumed_.wait(key);
            }
        }
    }
    /// Has those who wait look whether there is something to do.
    void wake() { resumed_.notify_all(); }
    /// This worker comes no more.
    void leave() {
        const bool last = [this] {
            const std::lock_guard lock(mutex_);
            return here_ + ++gone_ == size_;
        }();
        if (last) events_.notify_all();  // not under the lock, which who is woken wants
    }

  private:
    // Which call it is that a worker has come to.
    std::optional<std::uint64_t> come() {
        const std::lock_guard lock(mutex_);
        if (!wanted()) return std::nullopt;
        if (here_++ == 0) first_came_ = Clock::now();
        if (here_ + gone_ == size_) events_.notify_all();
        return calls_.load(std::memory_order_relaxed);
    }
    void let_go() {
        wanted_.store(false, std::memory_order_relaxed);
        calls_.fetch_add(1, std::memory_order_release);
        resumed_.notify_all();
    }

    const unsigned size_;
    EventCount& events_;
    mutable std::mutex mutex_;
    EventCount resumed_;
    std::atomic<bool> wanted_ = false;  // written under the mutex
    unsigned here_ = 0;
    Clock::time_point first_came_{};
    unsigned gone_ = 0;
    std::atomic<std::uint64_t> calls_ = 0;  // written under the mutex
    bool closed_ = false;
};

}  // namespace scrump::detail

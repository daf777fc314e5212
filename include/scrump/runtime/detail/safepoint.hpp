#pragma once
// A place where the workers of a locality stop together, so that their shared data can be examined as a whole.
//
// Protocol: the serving thread calls, and makes sure that every worker comes (attention, event counts). A worker that
// sees the call puts down its state and waits. The last to come notifies the serving thread; that reads all the states,
// which the mutex orders before, and lets the workers resume. A worker that leaves for good counts as having come, and
// notifies, too.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace scrump::detail {

class Safepoint : public AlignedObject {
  public:
    /// For `size` workers; `events` wakes the thread that calls them.
    Safepoint(unsigned size, EventCount& events) : size_(size), events_(events) {}

    // --- For the thread that serves

    /// May also be called by workers; they then come themselves, or are counted as having come.
    void call() {
        const std::lock_guard lock(mutex_);
        wanted_.store(!closed_, std::memory_order_relaxed);
    }
    /// Counts the caller, which must be one of the workers and does not wait.
    void count_caller() {
        const std::lock_guard lock(mutex_);
        ++here_;
    }
    bool all_here() const {
        const std::lock_guard lock(mutex_);
        return wanted() && here_ + gone_ == size_;
    }
    /// Number of workers that will not come any more.
    unsigned left() const {
        const std::lock_guard lock(mutex_);
        return gone_;
    }
    /// Lets all workers resume, including those that come to this call later. Returns how long the first to come has
    /// waited.
    Clock::duration resume() {
        const std::lock_guard lock(mutex_);
        let_go();
        return std::exchange(here_, 0) > 0 ? Clock::now() - first_came_ : Clock::duration::zero();
    }

    /// Lets all workers resume for good: none waits for later calls.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        here_ = 0;
        let_go();
    }

    // --- For workers

    /// Whether the workers were called. Relaxed: wait() checks again under the lock.
    bool wanted() const { return wanted_.load(std::memory_order_relaxed); }

    void wait() {
        wait([] { return false; });
    }
    /// Waits for the others. Meanwhile it helps, at first and whenever it is woken: `help()` returns whether there was
    /// something to do.
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
    /// Makes waiting workers check whether there is something to do.
    void wake() { resumed_.notify_all(); }
    /// This worker will not come any more.
    void leave() {
        const bool last = [this] {
            const std::lock_guard lock(mutex_);
            return here_ + ++gone_ == size_;
        }();
        if (last) events_.notify_all();  // not under the lock, which the woken thread needs
    }

  private:
    // The number of the call to which a worker has come.
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

#pragma once
// The seats of threads in a pool, and where the pool's own workers wait until one of the seats is taken.
//
// A thread that makes a plain call takes a seat, which is a worker without a thread of its own, and so is worker 0 of
// its call. The pool's own workers look for a while before they sleep, as waking one takes longer than most short
// loops.
//
// Nobody is woken when a seat is taken, but when the call may be long enough (call()). No worker sleeps here
// while a seat is taken: taking it modifies the word that a worker examines after it has announced its sleep, so one
// that examined it too early is found by call().

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/runtime/detail/look_time.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace scrump::detail {

class PoolGate {
  public:
    /// Number of threads that can be in plain calls of a pool at once with workers to help them; others work alone.
    static constexpr unsigned seats = 16;

    /// `helpers`: number of the pool's own workers, which come before the seats. `looks`: whether they look before they
    /// sleep.
    PoolGate(unsigned helpers, bool looks)
        : helpers_(helpers), looks_(looks), look_(looks ? Looks::all_along : Looks::never) {}

    unsigned helpers() const { return helpers_; }
    bool looks() const { return looks_; }
    /// Number of workers of a call: the pool's own, and the caller.
    unsigned workers() const { return helpers_ + 1; }

    /// Takes a seat, and returns its worker's number; none if all are taken.
    std::optional<unsigned> enter();
    void leave(unsigned worker);
    /// Whether a seat is taken.
    bool busy() const { return taken_.load(std::memory_order_acquire) != 0; }
    /// The seats that are taken, one bit each.
    std::uint32_t taken() const { return taken_.load(std::memory_order_relaxed); }

    /// Wakes sleeping helpers, at most `count`.
    void call(std::size_t count) {
        if (events_.has_waiters()) events_.notify(count);
    }
    /// Wakes all of them, at the end.
    void call_all() { events_.notify_all(); }

    /// For a helper: waits until a seat is taken, or `is_over()`.
    void wait(const std::function<bool()>& is_over);

  private:
    const unsigned helpers_;
    const bool looks_;
    EventCount events_;
    alignas(cache_line) std::atomic<std::uint32_t> taken_ = 0;
    alignas(cache_line) LookTime look_;
};

}  // namespace scrump::detail

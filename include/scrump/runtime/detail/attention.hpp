#pragma once
// The one flag by which others reach a worker: a steal request, a better incumbent, stop, a report.
//
// Protocol: another thread first writes down its request (in an atomic of its own), then raises the flag. The worker
// tests the flag once per step (a search once per node), lowers it, and only then looks for reasons. raise() releases
// and lower() acquires, so everything written before the flag was raised is seen; a reason written after the flag was
// lowered raises it again. The worker itself raises it when it must pause in any case; others may then have no request.

#include <scrump/base/detail/cache_line.hpp>

#include <atomic>
#include <cstdint>

namespace scrump::detail {

class alignas(cache_line) Attention {
  public:
    void raise() { raised_.store(called_, std::memory_order_release); }
    /// For the worker itself. It adds to the writes of others: so lower() still acquires those.
    void expire() { raised_.fetch_or(expired_, std::memory_order_relaxed); }

    /// The test on the fast path: relaxed, because lower() synchronises.
    bool raised() const { return raised_.load(std::memory_order_relaxed) != 0; }
    /// Whether a thread other than the worker itself raised it last.
    bool called() const { return (raised_.load(std::memory_order_relaxed) & called_) != 0; }

    void lower() { raised_.exchange(0, std::memory_order_acq_rel); }
    /// Drops a flag raised by the worker itself, and no other.
    void forget_expired() { raised_.fetch_and(called_, std::memory_order_relaxed); }

  private:
    static constexpr std::uint8_t expired_ = 1;
    static constexpr std::uint8_t called_ = 2;

    std::atomic<std::uint8_t> raised_ = 0;
};

}  // namespace scrump::detail

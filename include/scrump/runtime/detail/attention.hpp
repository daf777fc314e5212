#pragma once
// The one flag by which anything outside a worker reaches it: a steal request, a better incumbent, stop, a report.
//
// Protocol: who wants something first writes down what (in an atomic of its own), then raises the flag. The worker
// tests the flag once a step (a search once a node), lowers it, and only then looks for reasons. raise() releases and
// lower() acquires, so whatever was written before the flag was raised is seen; a reason written after the flag was
// lowered raises it again.

#include <scrump/base/detail/cache_line.hpp>

#include <atomic>

namespace scrump::detail {

class alignas(cache_line) Attention {
  public:
    void raise() { raised_.store(true, std::memory_order_release); }

    /// The test on the fast path: relaxed, because lower() synchronises.
    bool raised() const { return raised_.load(std::memory_order_relaxed); }

    void lower() { raised_.exchange(false, std::memory_order_acq_rel); }

  private:
    std::atomic<bool> raised_ = false;
};

}  // namespace scrump::detail

#pragma once
// A lock for sections of a few instructions, of which few threads compete: half the cost of a mutex where none does.

#include <scrump/base/detail/platform.hpp>

#include <atomic>

namespace scrump::detail {

class SpinLock {
  public:
    void lock() {
        while (held_.exchange(true, std::memory_order_acquire)) await();
    }
    void unlock() { held_.store(false, std::memory_order_release); }

  private:
    // The thread that holds it may have lost its core.
    [[gnu::noinline]] void await() {
        static constexpr int most_looks = 64;
        Platform& machine = Platform::current();
        for (int look = 0; look < most_looks; ++look) {
            machine.relax();
            if (!held_.load(std::memory_order_relaxed)) return;
        }
        machine.yield();
    }

    std::atomic<bool> held_ = false;
};

}  // namespace scrump::detail

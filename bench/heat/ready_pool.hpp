#pragma once
// A worker's pool of ready tasks. A partition has at most one ready task, so a pool is a list through partitions, and
// adding and taking allocate nothing. (DepthPool, which holds tasks of any kind, allocates whenever a depth becomes
// occupied: here that is for nearly every task.)
//
// The owner takes the newest task, a thief the oldest. A task that has just become ready is as far ahead in time as any
// other here, so its owner goes on where its cache is warm and as far as it can; a thief takes what is furthest from
// there, and least far ahead. Of a ring that exceeds the caches this halves the time, against taking the oldest first.

#include <scrump/base/cache_line.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>

#include "partition.hpp"

namespace scrump::heat {

/// All members may be called by any thread.
class alignas(cache_line) ReadyPool {
  public:
    /// Adds them in their order, the last one being the newest. Returns how many there are now.
    std::size_t push(std::span<Partition* const> ready) {
        const std::lock_guard lock(mutex_);
        for (Partition* const each : ready) {
            each->older = newest_;
            each->newer = nullptr;
            (newest_ == nullptr ? oldest_ : newest_->newer) = each;
            newest_ = each;
        }
        const std::size_t held = size() + ready.size();
        size_.store(held, std::memory_order_relaxed);
        return held;
    }

    /// Null if there is none.
    Partition* take_newest() { return take(newest_); }
    Partition* take_oldest() { return take(oldest_); }

    /// How many there are: a hint.
    std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  private:
    Partition* take(Partition* const& end) {
        if (size() == 0) return nullptr;
        const std::lock_guard lock(mutex_);
        Partition* const taken = end;
        if (taken == nullptr) return nullptr;
        (taken->newer == nullptr ? newest_ : taken->newer->older) = taken->older;
        (taken->older == nullptr ? oldest_ : taken->older->newer) = taken->newer;
        size_.store(size() - 1, std::memory_order_relaxed);
        return taken;
    }

    std::mutex mutex_;
    Partition* newest_ = nullptr;
    Partition* oldest_ = nullptr;
    std::atomic<std::size_t> size_ = 0;
};

}  // namespace scrump::heat

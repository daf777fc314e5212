#pragma once
// A worker's pool of ready tasks. A partition has at most one ready task, so a pool is a list through partitions, and
// adding and taking allocate nothing. (DepthPool, which holds tasks of any kind, allocates whenever a depth becomes
// occupied: here that is for nearly every task.)

#include <scrump/base/detail/cache_line.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>

#include "order.hpp"
#include "partition.hpp"

namespace scrump::heat {

/// All members may be called by any thread.
class alignas(detail::cache_line) ReadyPool {
  public:
    explicit ReadyPool(Order order) : order_(order) {}

    /// Adds neighbours, so that its owner takes the first one first.
    void deal(std::span<Partition> neighbours) {
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            Partition* const next = &neighbours[order_ == Order::lifo ? neighbours.size() - 1 - i : i];
            push(std::span(&next, 1));
        }
    }

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

    /// What its owner is to execute next, and what a thief is; null if there is none.
    Partition* take_own() { return take(order_ == Order::lifo ? newest_ : oldest_); }
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

    const Order order_;
    std::mutex mutex_;
    Partition* newest_ = nullptr;
    Partition* oldest_ = nullptr;
    std::atomic<std::size_t> size_ = 0;
};

}  // namespace scrump::heat

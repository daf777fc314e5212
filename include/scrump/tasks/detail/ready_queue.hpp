#pragma once
// A worker's ready tasks of futures. A task that another worker began meanwhile, as it waited for it, is still in its
// queue: the worker that takes it out finds that it cannot be claimed.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/spin_lock.hpp>
#include <scrump/tasks/ready_order.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

namespace scrump::detail {

class FutureState;

/// All members may be called by any thread.
class alignas(cache_line) ReadyQueue {
  public:
    explicit ReadyQueue(ReadyOrder order) : order_(order) {}

    /// Adds a task as the newest. Returns how many there are then. Sequentially consistent, as is empty(): a worker
    /// that begins to rest and then finds it empty is seen by any worker that then adds a task.
    std::size_t push(FutureState& task) {
        const std::lock_guard lock(lock_);
        if (size() == ring_.size()) grow();
        ring_[(oldest_ + size()) % ring_.size()] = &task;
        size_.store(size() + 1, std::memory_order_seq_cst);
        return size();
    }

    /// The next task of its owner, and of a thief; null if there is none.
    FutureState* take_own() { return take(order_ == ReadyOrder::lifo); }
    FutureState* take_oldest() { return take(false); }

    bool empty() const { return size_.load(std::memory_order_seq_cst) == 0; }

  private:
    std::size_t size() const { return size_.load(std::memory_order_relaxed); }

    FutureState* take(bool newest) {
        if (size() == 0) return nullptr;
        const std::lock_guard lock(lock_);
        if (size() == 0) return nullptr;
        size_.store(size() - 1, std::memory_order_relaxed);
        if (newest) return ring_[(oldest_ + size()) % ring_.size()];
        FutureState* const taken = ring_[oldest_];
        oldest_ = (oldest_ + 1) % ring_.size();
        return taken;
    }

    void grow() {
        std::vector<FutureState*> larger(2 * ring_.size());
        for (std::size_t i = 0; i < size(); ++i) larger[i] = ring_[(oldest_ + i) % ring_.size()];
        ring_.swap(larger);
        oldest_ = 0;
    }

    static constexpr std::size_t first_size = 64;

    const ReadyOrder order_;
    SpinLock lock_;
    std::vector<FutureState*> ring_ = std::vector<FutureState*>(first_size);  // its size is a power of two
    std::size_t oldest_ = 0;
    std::atomic<std::size_t> size_ = 0;
};

}  // namespace scrump::detail

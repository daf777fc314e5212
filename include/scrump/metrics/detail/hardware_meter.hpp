#pragma once
// A worker's hardware counters, from its beginning to its end.

#include <scrump/base/detail/thread_counters.hpp>
#include <scrump/metrics/hardware_counts.hpp>

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>

namespace scrump::detail {

class HardwareMeter {
  public:
    /// Counts the calling thread from now on. Throws Error if the system counts none of `events`, which are in the
    /// order of HardwareCounts::members.
    void start(std::span<const KernelEvent> events) {
        const std::lock_guard lock(mutex_);
        counters_.emplace(events);
    }
    /// Keeps the counts so far, and counts no more.
    void stop() {
        const std::lock_guard lock(mutex_);
        final_ = current();
        counters_.reset();
    }
    /// The counts so far. May be called by any thread.
    HardwareCounts read() const {
        const std::lock_guard lock(mutex_);
        return current();
    }

  private:
    HardwareCounts current() const {
        if (!counters_) return final_;
        HardwareCounts counts;
        for (std::size_t event = 0; event < HardwareCounts::members.size(); ++event)
            counts.*HardwareCounts::members[event] = counters_->read(event);
        return counts;
    }

    mutable std::mutex mutex_;
    std::optional<ThreadCounters> counters_;
    HardwareCounts final_;
};

}  // namespace scrump::detail

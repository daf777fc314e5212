#pragma once
// Distributions that are read while they are recorded.

#include <scrump/metrics/histogram.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// A histogram in which one thread records while others read it. Relaxed: each count is whole, but they may be read at
/// slightly different times; there is one writer, so nothing is lost.
class SharedHistogram {
  public:
    void record(std::chrono::nanoseconds duration) {
        const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
        std::atomic<std::uint64_t>& count = counts_[LatencyHistogram::bucket(value)];
        count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        if (value > max_.load(std::memory_order_relaxed)) max_.store(value, std::memory_order_relaxed);
    }

    LatencyHistogram read() const {
        LatencyHistogram histogram;
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            histogram.counts_[i] = counts_[i].load(std::memory_order_relaxed);
        }
        histogram.max_ = max_.load(std::memory_order_relaxed);
        return histogram;
    }

  private:
    std::array<std::atomic<std::uint64_t>, LatencyHistogram::buckets> counts_{};
    std::atomic<std::uint64_t> max_ = 0;
};

}  // namespace scrump::detail

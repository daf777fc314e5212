#pragma once
// Distributions that are read while they are recorded.

#include <scrump/metrics/histogram.hpp>

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
    void record(std::chrono::nanoseconds duration);
    /// Adds what was recorded to another histogram.
    void add_to(LatencyHistogram& all) const;

  private:
    std::array<std::atomic<std::uint64_t>, LatencyHistogram::buckets> counts_{};
    std::atomic<std::uint64_t> max_ = 0;
};

}  // namespace scrump::detail

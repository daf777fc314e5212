#pragma once
// The distribution over time of a quantity that accrues in a run, in bounded memory however long the run takes.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

/// Sums by time: intervals of equal width, the first of which begins with the run. When the run outgrows them, pairs
/// are merged and the width doubles, so that there are always 128 to 256 of them once that number is reached. Adding
/// takes constant time on average. Not for concurrent use.
class History {
  public:
    static constexpr std::size_t most = 256;
    static constexpr std::int64_t first_width = 1'000'000;  ///< nanoseconds

    /// Adds `amount`, evenly spread over the time from `from` to `to`, in nanoseconds since the run began.
    void add(std::int64_t from, std::int64_t to, double amount);

    std::chrono::nanoseconds width() const { return std::chrono::nanoseconds(width_); }
    /// The sums, up to the last interval to which something was added.
    std::vector<double> sums() const { return {sums_.begin(), sums_.begin() + static_cast<std::ptrdiff_t>(used_)}; }

  private:
    std::size_t index(std::int64_t time) const { return static_cast<std::size_t>(time / width_); }

    void double_width();

    std::array<double, most> sums_{};
    std::int64_t width_ = first_width;
    std::size_t used_ = 0;
};

}  // namespace scrump::detail

#pragma once
// Distributions of durations: means hide the rare long wait that idles a worker. Recording takes a few instructions,
// and distributions recorded in different places can be added.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump {

namespace detail {
class SharedHistogram;
}

/// Counts of durations in log-linear buckets, after HdrHistogram (Gil Tene): each octave of nanoseconds is divided into
/// 8 equal parts, so that a value read differs from the recorded one by at most 1/17, 6%. Durations of 2^46 ns (19
/// hours) and more share the last bucket; negative ones count as 0. Trivially copyable and without padding: it travels
/// as its bytes. Not for concurrent use.
class LatencyHistogram {
  public:
    /// Records a duration.
    void record(std::chrono::nanoseconds duration);
    /// Adds durations that were recorded elsewhere.
    LatencyHistogram& operator+=(const LatencyHistogram& other);
    /// The durations that were recorded after `before`, an earlier state of this histogram. Of the longest of them only
    /// the bucket is known, unless no earlier one was as long.
    LatencyHistogram since(const LatencyHistogram& before) const;

    /// Number of recorded durations.
    std::uint64_t count() const;
    /// The duration that `percent` of all, from 0 to 100, do not exceed; 0 if there are none.
    std::chrono::nanoseconds percentile(double percent) const;
    /// The longest duration, exactly; 0 if there are none.
    std::chrono::nanoseconds max() const { return std::chrono::nanoseconds(static_cast<std::int64_t>(max_)); }

    /// Whether all buckets count the same.
    bool operator==(const LatencyHistogram&) const = default;

    /// Durations from `low` on and below `high`, in nanoseconds.
    struct Bucket {
        std::uint64_t low;    ///< lower bound, in nanoseconds
        std::uint64_t high;   ///< exclusive upper bound, in nanoseconds
        std::uint64_t count;  ///< number of durations
        /// Whether bounds and count are the same.
        bool operator==(const Bucket&) const = default;
    };
    /// The non-empty buckets, in ascending order.
    std::vector<Bucket> filled() const;

  private:
    friend class detail::SharedHistogram;

    static constexpr int part_bits = 3;  // 2^3 parts of an octave
    static constexpr std::uint64_t parts = std::uint64_t{1} << part_bits;
    static constexpr int value_bits = 46;
    static constexpr std::size_t buckets = (value_bits - part_bits + 1) * parts;

    static std::size_t bucket(std::uint64_t value);
    static std::uint64_t low(std::size_t bucket);
    static std::uint64_t middle(std::size_t bucket);

    std::array<std::uint64_t, buckets> counts_{};
    std::uint64_t max_ = 0;
};

}  // namespace scrump

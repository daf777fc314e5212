#pragma once
// Distributions of durations: means hide the rare long wait that idles a worker. Recording takes a few instructions,
// and distributions recorded in different places can be added.

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
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
    void record(std::chrono::nanoseconds duration) {
        const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
        ++counts_[bucket(value)];
        max_ = std::max(max_, value);
    }

    /// Adds durations that were recorded elsewhere.
    LatencyHistogram& operator+=(const LatencyHistogram& other) {
        for (std::size_t i = 0; i < buckets; ++i) counts_[i] += other.counts_[i];
        max_ = std::max(max_, other.max_);
        return *this;
    }

    /// The durations that were recorded after `before`, an earlier state of this histogram. Of the longest of them only
    /// the bucket is known, unless no earlier one was as long.
    LatencyHistogram since(const LatencyHistogram& before) const {
        LatencyHistogram later;
        for (std::size_t i = 0; i < buckets; ++i) {
            later.counts_[i] = counts_[i] - std::min(counts_[i], before.counts_[i]);
            if (later.counts_[i] > 0) later.max_ = i + 1 < buckets ? std::min(max_, low(i + 1) - 1) : max_;
        }
        return later;
    }

    /// Number of recorded durations.
    std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t each : counts_) sum += each;
        return sum;
    }

    /// The duration that `percent` of all, from 0 to 100, do not exceed; 0 if there are none.
    std::chrono::nanoseconds percentile(double percent) const {
        const double all = static_cast<double>(count());
        const double rank = std::clamp(std::ceil(all * percent / 100), 1.0, std::max(all, 1.0));
        std::uint64_t passed = 0;
        for (std::size_t i = 0; i < buckets; ++i) {
            passed += counts_[i];
            if (static_cast<double>(passed) >= rank) return nanoseconds(std::min(middle(i), max_));
        }
        return nanoseconds(0);
    }

    /// The longest duration, exactly; 0 if there are none.
    std::chrono::nanoseconds max() const { return nanoseconds(max_); }

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
    std::vector<Bucket> filled() const {
        std::vector<Bucket> all;
        for (std::size_t i = 0; i < buckets; ++i) {
            if (counts_[i] > 0) all.push_back({low(i), low(i + 1), counts_[i]});
        }
        return all;
    }

  private:
    friend class detail::SharedHistogram;

    static constexpr int part_bits = 3;  // 2^3 parts of an octave
    static constexpr std::uint64_t parts = std::uint64_t{1} << part_bits;
    static constexpr int value_bits = 46;
    static constexpr std::size_t buckets = (value_bits - part_bits + 1) * parts;

    static std::chrono::nanoseconds nanoseconds(std::uint64_t value) {
        return std::chrono::nanoseconds(static_cast<std::int64_t>(value));
    }

    // Below 8 each value has a bucket of its own. Above, with the four leading digits 1abc of the value followed by s
    // others, the buckets of s = 0, 1, 2 ... follow one another, each with those of abc = 0 to 7.
    static std::size_t bucket(std::uint64_t value) {
        const std::uint64_t held = std::min(value, (std::uint64_t{1} << value_bits) - 1);
        const int shift = std::max(static_cast<int>(std::bit_width(held)) - part_bits - 1, 0);
        return static_cast<std::size_t>(shift) * parts + (held >> shift);
    }

    static std::uint64_t low(std::size_t bucket) {
        if (bucket < 2 * parts) return bucket;
        return (parts + bucket % parts) << (bucket / parts - 1);
    }

    // The harmonic mean of a bucket's bounds: as far from both, relative to each.
    static std::uint64_t middle(std::size_t bucket) {
        if (bucket < 2 * parts) return bucket;
        const auto from = static_cast<double>(low(bucket));
        const auto to = static_cast<double>(low(bucket + 1));
        return static_cast<std::uint64_t>(2 * from * to / (from + to));
    }

    std::array<std::uint64_t, buckets> counts_{};
    std::uint64_t max_ = 0;
};

}  // namespace scrump

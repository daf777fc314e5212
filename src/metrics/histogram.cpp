#include <scrump/metrics/detail/shared_histogram.hpp>
#include <scrump/metrics/histogram.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace scrump {
namespace {

std::uint64_t positive(std::chrono::nanoseconds duration) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
}

}  // namespace

void LatencyHistogram::record(std::chrono::nanoseconds duration) {
    const std::uint64_t value = positive(duration);
    ++counts_[bucket(value)];
    max_ = std::max(max_, value);
}

LatencyHistogram& LatencyHistogram::operator+=(const LatencyHistogram& other) {
    const std::size_t last = bucket(other.max_);
    for (std::size_t i = 0; i <= last; ++i) counts_[i] += other.counts_[i];
    max_ = std::max(max_, other.max_);
    return *this;
}

LatencyHistogram LatencyHistogram::since(const LatencyHistogram& before) const {
    LatencyHistogram later;
    for (std::size_t i = 0; i < buckets; ++i) {
        later.counts_[i] = counts_[i] - std::min(counts_[i], before.counts_[i]);
        if (later.counts_[i] > 0) later.max_ = i + 1 < buckets ? std::min(max_, low(i + 1) - 1) : max_;
    }
    return later;
}

std::uint64_t LatencyHistogram::count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t each : counts_) sum += each;
    return sum;
}

std::chrono::nanoseconds LatencyHistogram::percentile(double percent) const {
    const double all = static_cast<double>(count());
    const double rank = std::clamp(std::ceil(all * percent / 100), 1.0, std::max(all, 1.0));
    std::uint64_t passed = 0;
    for (std::size_t i = 0; i < buckets; ++i) {
        passed += counts_[i];
        if (static_cast<double>(passed) < rank) continue;
        return std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(middle(i), max_)));
    }
    return std::chrono::nanoseconds(0);
}

std::vector<LatencyHistogram::Bucket> LatencyHistogram::filled() const {
    std::vector<Bucket> all;
    for (std::size_t i = 0; i < buckets; ++i) {
        if (counts_[i] > 0) all.push_back({low(i), low(i + 1), counts_[i]});
    }
    return all;
}

// Below 8 each value has a bucket of its own. Above, with the four leading digits 1abc of the value followed by s
// others, the buckets of s = 0, 1, 2 ... follow one another, each with those of abc = 0 to 7.
std::size_t LatencyHistogram::bucket(std::uint64_t value) {
    const std::uint64_t held = std::min(value, (std::uint64_t{1} << value_bits) - 1);
    const int shift = std::max(static_cast<int>(std::bit_width(held)) - part_bits - 1, 0);
    return static_cast<std::size_t>(shift) * parts + (held >> shift);
}

std::uint64_t LatencyHistogram::low(std::size_t bucket) {
    if (bucket < 2 * parts) return bucket;
    return (parts + bucket % parts) << (bucket / parts - 1);
}

// The harmonic mean of a bucket's bounds: as far from both, relative to each.
std::uint64_t LatencyHistogram::middle(std::size_t bucket) {
    if (bucket < 2 * parts) return bucket;
    const auto from = static_cast<double>(low(bucket));
    const auto to = static_cast<double>(low(bucket + 1));
    return static_cast<std::uint64_t>(2 * from * to / (from + to));
}

namespace detail {

void SharedHistogram::record(std::chrono::nanoseconds duration) {
    const std::uint64_t value = positive(duration);
    std::atomic<std::uint64_t>& count = counts_[LatencyHistogram::bucket(value)];
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (value > max_.load(std::memory_order_relaxed)) max_.store(value, std::memory_order_relaxed);
}

void SharedHistogram::add_to(LatencyHistogram& all) const {
    const std::uint64_t longest = max_.load(std::memory_order_relaxed);
    const std::size_t last = LatencyHistogram::bucket(longest);  // low in tiny runs
    for (std::size_t i = 0; i <= last; ++i) all.counts_[i] += counts_[i].load(std::memory_order_relaxed);
    all.max_ = std::max(all.max_, longest);
}

}  // namespace detail

}  // namespace scrump

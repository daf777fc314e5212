#pragma once
// Looking for a state in an open hash table whose buckets lie in another locality: chunk after chunk of consecutive
// buckets, each a round trip, until the state or an empty bucket is found. These functions give the number of chunks,
// their best size, and the buckets of each. Pure.
//
// From part 1 of the distributed symbolic reachability slides, "Storing State Spaces": the theorem of Knuth (1997) on
// linear probing, its corollary on chunks, and the efficiency bound; choosing a chunk's size by that bound is their
// future work.

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace scrump {

/// Number of buckets in a cache line: the size of a chunk is a multiple of it.
inline constexpr std::size_t buckets_of_a_line = 8;
/// Largest size that chunk_for() returns, in buckets: a kilobyte.
inline constexpr std::size_t max_chunk = 128;

/// Upper bound of the expected number of buckets examined until an empty one is found, for a load factor in [0, 1): (1
/// + 1/(1-α)²) / 2.
inline double expected_buckets(double load) {
    return (1 + 1 / ((1 - load) * (1 - load))) / 2;
}

/// Upper bound of the expected number of chunks of `size` buckets: max(1, (1 + 1/(1-α)²) / 2C).
inline double expected_chunks(double load, std::size_t size) {
    return std::max(1.0, expected_buckets(load) / static_cast<double>(size));
}

/// The load factor up to which a chunk of `size` > 0 buckets is expected to have an empty one: 1 - √(1/(2C-1)).
inline double efficiency_bound(std::size_t size) {
    return 1 - std::sqrt(1 / (2 * static_cast<double>(size) - 1));
}

/// The smallest multiple of a cache line whose efficiency bound is not below the load factor; at most the largest
/// chunk.
inline std::size_t chunk_for(double load) {
    std::size_t size = buckets_of_a_line;
    while (size < max_chunk && efficiency_bound(size) < load) size += buckets_of_a_line;
    return size;
}

/// The first bucket of a bucket's cache line.
constexpr std::size_t line_of(std::size_t bucket) {
    return bucket / buckets_of_a_line * buckets_of_a_line;
}

/// The n-th bucket to be examined for a state, counted from the first bucket of its home's line. The lines are examined
/// one after another, starting with that of the home, and each as a ring, starting at the home's position in its own
/// line. So few buckets are examined, and they lie in as few lines as possible.
constexpr std::size_t in_line_order(std::size_t home, std::size_t n) {
    return line_of(n) + (home + n) % buckets_of_a_line;
}

/// Consecutive buckets of a locality, which form a ring: if they wrap around they are in two parts, the second of which
/// begins with the locality's first bucket.
struct BucketRange {
    std::size_t first = 0;   ///< first bucket
    std::size_t before = 0;  ///< number of buckets from the first on, before the locality's end
    std::size_t behind = 0;  ///< number of buckets from bucket 0 on

    /// Whether the range is in two parts.
    bool is_split() const { return behind > 0; }
    /// Number of buckets in the range.
    std::size_t size() const { return before + behind; }
    /// Whether both are the same.
    bool operator==(const BucketRange&) const = default;
};

/// The range from the n-th bucket after `line` on, in a locality with `buckets` buckets: `size` ≤ `buckets`.
inline BucketRange range_of(std::size_t line, std::size_t n, std::size_t size, std::size_t buckets) {
    const std::size_t first = (line + n) % buckets;
    const std::size_t before = std::min(size, buckets - first);
    return {.first = first, .before = before, .behind = size - before};
}

}  // namespace scrump

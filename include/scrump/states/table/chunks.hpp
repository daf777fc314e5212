#pragma once
// How a state is looked for in an open hash table whose buckets lie in another locality: chunk after chunk of
// consecutive buckets, each a round trip, until the state or an empty bucket is found. How many that takes, how large
// chunks should be, and which buckets are in one. Pure.
//
// From part 1 of the distributed symbolic reachability slides, "Storing State Spaces": the theorem of Knuth (1997) on
// linear probing, its corollary on chunks, and the efficiency bound; the choice of a chunk's size by that bound is
// their future work.

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace scrump {

/// Buckets of a cache line: chunks are multiples of it.
inline constexpr std::size_t buckets_of_a_line = 8;
/// As far as chunk_for() goes: a kilobyte.
inline constexpr std::size_t largest_chunk = 128;

/// At most so many buckets are expected to be examined until an empty one is found, under a load factor in [0, 1):
/// (1 + 1/(1-α)²) / 2.
inline double expected_buckets(double load) {
    return (1 + 1 / ((1 - load) * (1 - load))) / 2;
}

/// At most so many chunks of `size` buckets: max(1, (1 + 1/(1-α)²) / 2C).
inline double expected_chunks(double load, std::size_t size) {
    return std::max(1.0, expected_buckets(load) / static_cast<double>(size));
}

/// The load factor up to which a chunk of `size` > 0 buckets is expected to have an empty one: 1 - √(1/(2C-1)).
inline double efficiency_bound(std::size_t size) {
    return 1 - std::sqrt(1 / (2 * static_cast<double>(size) - 1));
}

/// The least multiple of a cache line whose efficiency bound is not below the load factor; at most the largest chunk.
inline std::size_t chunk_for(double load) {
    std::size_t size = buckets_of_a_line;
    while (size < largest_chunk && efficiency_bound(size) < load) size += buckets_of_a_line;
    return size;
}

/// The first bucket of a bucket's cache line.
constexpr std::size_t line_of(std::size_t bucket) {
    return bucket / buckets_of_a_line * buckets_of_a_line;
}

/// In what order the buckets of a state are examined: the lines one after another from that of its home on, and each of
/// them, as a ring, from the home's place in its own on. So few are examined, and all that are lie in as few lines as
/// can be. Which is the n-th, counted from the first bucket of the home's line.
constexpr std::size_t in_line_order(std::size_t home, std::size_t n) {
    return line_of(n) + (home + n) % buckets_of_a_line;
}

/// Consecutive buckets among those of a locality, which are a ring: where they wrap around they are in two parts, the
/// second of which begins with the locality's first bucket.
struct BucketRange {
    std::size_t first = 0;   ///< bucket
    std::size_t before = 0;  ///< how many there are from the first on, before the locality's end
    std::size_t behind = 0;  ///< and how many from bucket 0 on

    /// Whether it is in two parts.
    bool is_split() const { return behind > 0; }
    /// How many these are.
    std::size_t size() const { return before + behind; }
    /// Whether all is the same.
    bool operator==(const BucketRange&) const = default;
};

/// Those from the n-th bucket after `line` on, in a locality that has `buckets` of them: `size` ≤ `buckets`.
inline BucketRange range_of(std::size_t line, std::size_t n, std::size_t size, std::size_t buckets) {
    const std::size_t first = (line + n) % buckets;
    const std::size_t before = std::min(size, buckets - first);
    return {.first = first, .before = before, .behind = size - before};
}

}  // namespace scrump

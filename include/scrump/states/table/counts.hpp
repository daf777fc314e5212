#pragma once
// Counts of a worker's use of a table of states.

#include <array>
#include <cstdint>

namespace scrump {

/// Counts of one worker, or sums of them. Within direct reach a chunk is a cache line of buckets, and prefetches are
/// not counted.
struct TableCounts {
    std::uint64_t operations = 0;         ///< number of states looked for
    std::uint64_t inserted = 0;           ///< number of these put into the table
    std::uint64_t far = 0;                ///< number of these in a locality out of direct reach
    std::uint64_t lines = 0;              ///< number of cache lines of buckets examined within direct reach
    std::uint64_t demanded_chunks = 0;    ///< number of chunks requested when they were needed
    std::uint64_t prefetched_chunks = 0;  ///< number of chunks requested in advance
    std::uint64_t unused_chunks = 0;      ///< number of prefetched chunks that were not needed
    std::uint64_t split_chunks = 0;       ///< number of chunks requested in two parts
    std::uint64_t chunk_buckets = 0;      ///< number of buckets in all requested chunks
    std::uint64_t lost_swaps = 0;         ///< number of lost races to claim a bucket
    std::uint64_t records_compared = 0;   ///< number of states of several words compared with one looked for

    /// Adds another worker's counts.
    TableCounts& operator+=(const TableCounts& other) {
        for (const auto member : members) this->*member += other.*member;
        return *this;
    }
    /// Whether all counts are the same.
    bool operator==(const TableCounts&) const = default;

    /// All counts, in the order of their declaration.
    static const std::array<std::uint64_t TableCounts::*, 11> members;
};

inline constexpr std::array<std::uint64_t TableCounts::*, 11> TableCounts::members = {
    &TableCounts::operations,    &TableCounts::inserted,        &TableCounts::far,
    &TableCounts::lines,         &TableCounts::demanded_chunks, &TableCounts::prefetched_chunks,
    &TableCounts::unused_chunks, &TableCounts::split_chunks,    &TableCounts::chunk_buckets,
    &TableCounts::lost_swaps,    &TableCounts::records_compared};

}  // namespace scrump

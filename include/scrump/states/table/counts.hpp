#pragma once
// What a worker's use of a table of states took.

#include <array>
#include <cstdint>

namespace scrump {

/// Counts of one worker, or sums of them. Where memory is within direct reach a chunk is a cache line of buckets, and
/// nothing is counted of what is prefetched.
struct TableCounts {
    std::uint64_t operations = 0;         ///< states looked for
    std::uint64_t inserted = 0;           ///< of these, put into the table
    std::uint64_t far = 0;                ///< of these, in a locality out of direct reach
    std::uint64_t lines = 0;              ///< cache lines of buckets looked through within direct reach
    std::uint64_t demanded_chunks = 0;    ///< requested when they were needed
    std::uint64_t prefetched_chunks = 0;  ///< requested before
    std::uint64_t unused_chunks = 0;      ///< of the prefetched ones, those that were not needed
    std::uint64_t split_chunks = 0;       ///< requested in two parts
    std::uint64_t chunk_buckets = 0;      ///< in all chunks requested
    std::uint64_t lost_swaps = 0;         ///< tries to claim a bucket that another operation was ahead of
    std::uint64_t records_compared = 0;   ///< states of several words that were compared with one looked for

    /// Adds what was counted elsewhere.
    TableCounts& operator+=(const TableCounts& other) {
        for (const auto member : members) this->*member += other.*member;
        return *this;
    }
    /// Whether all counts are the same.
    bool operator==(const TableCounts&) const = default;

    /// All of them, in the order in which they are declared.
    static const std::array<std::uint64_t TableCounts::*, 11> members;
};

inline constexpr std::array<std::uint64_t TableCounts::*, 11> TableCounts::members = {
    &TableCounts::operations,    &TableCounts::inserted,        &TableCounts::far,
    &TableCounts::lines,         &TableCounts::demanded_chunks, &TableCounts::prefetched_chunks,
    &TableCounts::unused_chunks, &TableCounts::split_chunks,    &TableCounts::chunk_buckets,
    &TableCounts::lost_swaps,    &TableCounts::records_compared};

}  // namespace scrump

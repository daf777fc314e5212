#pragma once
// The chunks in which a loop over parts was run, for users that want to see them one by one.

#include <cstdint>
#include <vector>

namespace scrump::detail {

/// A chunk that a technique made.
struct ChunkRecord {
    unsigned locality = 0;    ///< locality that ran it
    unsigned owner = 0;       ///< owner of its part
    std::uint64_t first = 0;  ///< its first iteration, as the owner counts
    std::uint64_t size = 0;   ///< number of its iterations

    bool operator==(const ChunkRecord&) const = default;
};

struct ChunkLog {
    std::vector<ChunkRecord> own{};  ///< chunks of this process, in the order in which they were begun
    std::vector<ChunkRecord> all{};  ///< in the first process, once the loop is over: chunks of all localities
};

}  // namespace scrump::detail

#pragma once
// Which chunks a loop over parts was run in, for those that want to see them one by one.

#include <cstdint>
#include <vector>

namespace scrump::detail {

/// A chunk that a technique made.
struct ChunkRecord {
    unsigned locality = 0;    ///< which has run it
    unsigned owner = 0;       ///< of whose part it is
    std::uint64_t first = 0;  ///< its first iteration, by the owner's count
    std::uint64_t size = 0;   ///< its iterations

    bool operator==(const ChunkRecord&) const = default;
};

struct ChunkLog {
    std::vector<ChunkRecord> own{};  ///< of this process, in the order in which they were begun
    std::vector<ChunkRecord> all{};  ///< in the first process, once the loop is over: of all localities
};

}  // namespace scrump::detail

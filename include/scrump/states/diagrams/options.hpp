#pragma once
// How decision diagrams are to be kept and worked on, and what comes of it.

#include <scrump/runtime/status.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump {

/// Everything that can be chosen. The defaults use every core, and memory as it is needed.
struct DiagramOptions {
    TasksOptions tasks{};  ///< by whom operations are carried out

    /// Buckets of the node table, 16 bytes each, at first and at most: it is collected when three quarters are in use,
    /// and grows when after that more than half still are. At most 2^40.
    std::uint64_t buckets = std::uint64_t{1} << 22U;
    std::uint64_t most_buckets = std::uint64_t{1} << 28U;
    /// Entries of the operation cache for each bucket, 32 bytes each; at most 1024.
    double cache_ratio = 0.5;
};

/// What became of the nodes.
struct DiagramStatistics {
    std::uint64_t nodes = 0;        ///< that were there at the end
    std::uint64_t peak_nodes = 0;   ///< at most, dead ones included
    std::uint64_t inserted = 0;     ///< in all
    std::uint64_t operations = 0;   ///< steps that were looked up in the cache
    std::uint64_t known = 0;        ///< those that were found there
    std::uint64_t collections = 0;  ///< of dead nodes
    std::uint64_t growths = 0;      ///< of the table
    std::uint64_t buckets = 0;      ///< of the table at the end
    std::uint64_t table_bytes = 0;  ///< that its buckets take
    std::uint64_t cache_bytes = 0;  ///< that the operation cache takes
};

}  // namespace scrump

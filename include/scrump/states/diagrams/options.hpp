#pragma once
// How decision diagrams are to be kept and worked on, and what comes of it.

#include <scrump/runtime/status.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace scrump {

/// A moment of a running program.
struct DiagramProgress {
    std::chrono::duration<double> elapsed{};  ///< since `TaskOptions::began`
    std::uint64_t nodes = 0;                  ///< in the table, dead ones included; a few more may be on their way
    std::uint64_t buckets = 0;                ///< of the table
    unsigned busy_workers = 0;                ///< those that have a task
    unsigned workers = 0;                     ///< in all localities
};

/// Everything that can be chosen. The defaults use every core, and memory as it is needed.
struct DiagramOptions {
    TaskOptions tasks{};  ///< by whom operations are carried out

    /// Buckets of the node table at first, 16 bytes each with the nodes for which there is room: three nodes for four
    /// buckets. When they are there it is collected, or grows if two thirds of them are nodes that somebody holds. At
    /// most 2^32; 2^40 where nodes are spread over hosts.
    std::uint64_t buckets = std::uint64_t{1} << 18U;
    /// To how many it may grow.
    std::uint64_t most_buckets = std::uint64_t{1} << 28U;
    /// How many bytes a table that has grown may take, with the operation cache and what is before it. Of several
    /// processes, the first one's counts. None: three quarters of the memory that is free on its machine at first.
    std::optional<std::size_t> memory_limit{};
    /// A table with fewer buckets than these grows where one operation has filled it, as a collection forgets what
    /// operations have come to, or where a third of its nodes are held.
    std::uint64_t collect_from = std::uint64_t{1} << 24U;
    /// Entries of the operation cache for each bucket, 32 bytes each; at most 1024. Up to 2^22 entries there are four
    /// times as many.
    double cache_ratio = 1;

    std::function<void(const DiagramProgress&)>
        progress{};                                    ///< called in the first process, from the thread that runs it
    std::chrono::milliseconds progress_interval{200};  ///< between two calls of `progress`
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
    std::uint64_t begun_again = 0;  ///< operations, as there was no room for their nodes
    double collecting_seconds = 0;  ///< that collections took in all, in which no operation went on
    double growing_seconds = 0;     ///< that growths took
    std::uint64_t buckets = 0;      ///< of the table at the end
    std::uint64_t table_bytes = 0;  ///< that its buckets take
    std::uint64_t cache_bytes = 0;  ///< that the operation cache takes
};

}  // namespace scrump

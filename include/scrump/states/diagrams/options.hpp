#pragma once
// The options of computations on decision diagrams, and their statistics.

#include <scrump/runtime/status.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace scrump {

/// Progress of a running program on decision diagrams.
struct DiagramProgress {
    std::chrono::duration<double> elapsed{};  ///< time since `TaskOptions::began`
    std::uint64_t nodes = 0;    ///< number of nodes in the table, including dead ones; a few more may be on their way
    std::uint64_t buckets = 0;  ///< number of buckets of the table
    std::uint64_t reorderings = 0;  ///< number of reorderings
    unsigned busy_workers = 0;      ///< number of workers that have a task
    unsigned workers = 0;           ///< number of workers in all localities
};

/// All options of decision diagrams. The defaults use every core, and memory as needed.
struct DiagramOptions {
    TaskOptions tasks{};  ///< workers that carry out the operations

    /// Initial number of buckets of the node table. A bucket takes 16 bytes, including the nodes for which there is
    /// room: three nodes per four buckets. When the table is full it is garbage-collected, or grows if two thirds of
    /// the nodes are in use. At most 2^32; 2^40 if the nodes are spread over hosts. Of one locality, fewer if the
    /// memory limit is too small for them.
    std::uint64_t buckets = std::uint64_t{1} << 18U;
    /// Largest number of buckets of the node table.
    std::uint64_t max_buckets = std::uint64_t{1} << 28U;
    /// Largest size in bytes of the table, with the operation cache and the table before it; of several localities, of
    /// a table that has grown. Of processes that share memory, the first one's value counts. None: three quarters of
    /// the memory that is free on its machine at the start.
    std::optional<std::size_t> memory_limit{};
    /// Number of buckets below which a table grows instead of being collected if a single operation has filled it,
    /// since a collection discards the results of operations, or if a third of its nodes are in use.
    std::uint64_t collect_from = std::uint64_t{1} << 24U;
    /// Entries of the operation cache per bucket, 32 bytes each; at most 1024. Up to 2^22 entries there are four times
    /// as many; fewer after growths in which few results were lost.
    double cache_ratio = 1;
    /// Whether nodes are spread over the memory of all processes if these share none, for models whose nodes do not fit
    /// into one machine. Otherwise each has a table of its own: that is faster by orders of magnitude.
    bool spread_nodes = false;
    /// Smallest number of nodes of a task's operands with which a process that shares no memory may steal it.
    std::uint64_t travel_from = 256;

    /// Called in the first process, by the thread that runs the program.
    std::function<void(const DiagramProgress&)> progress{};
    std::chrono::milliseconds progress_interval{200};  ///< time between two calls of `progress`
};

/// When levels are sifted without being asked.
struct Reordering {
    double growth = 2;                  ///< when there are this many times the nodes of the last time; above 1
    std::uint64_t first_nodes = 3'000;  ///< and at least this number of nodes
};

/// How Diagrams::reorder() sifts.
struct ReorderOptions {
    /// While a variable moves, the diagrams may have this many times the nodes of its best place so far; at least 1.
    double max_growth = 1.2;
    /// Whether to sift all variables again as long as that saves nodes.
    bool converge = false;
    /// Whether each state variable and its next-state variable, 2j and 2j + 1, stay neighbours. Without that,
    /// operations on states and transitions are refused afterwards.
    bool keep_pairs = false;
    /// Number of swaps of neighbouring levels after which no further variable is sifted.
    std::uint64_t max_swaps = 2'000'000;
};

/// Statistics of reordering: all numbers of nodes are those of the functions that are held, or, during a search, of the
/// states found so far.
struct ReorderStatistics {
    std::uint64_t siftings = 0;     ///< number of times that levels were sifted
    std::uint64_t reorderings = 0;  ///< number of changes of the order
    std::uint64_t nodes_before =
        0;  ///< sum of the numbers of nodes before each reordering, or before Diagrams::reorder()
    std::uint64_t nodes_after = 0;  ///< sum of the numbers of nodes after each of these
    std::uint64_t swaps = 0;        ///< number of swaps of neighbouring levels
    double seconds = 0;             ///< total time of siftings, during which no operation runs

    /// Adds the figures of other siftings.
    ReorderStatistics& operator+=(const ReorderStatistics& other) {
        siftings += other.siftings;
        reorderings += other.reorderings;
        nodes_before += other.nodes_before;
        nodes_after += other.nodes_after;
        swaps += other.swaps;
        seconds += other.seconds;
        return *this;
    }
};

/// Statistics of the nodes.
struct DiagramStatistics {
    std::uint64_t nodes = 0;         ///< number of nodes at the end
    std::uint64_t peak_nodes = 0;    ///< largest number of nodes at a time, including dead ones
    std::uint64_t inserted = 0;      ///< number of nodes inserted in all
    std::uint64_t operations = 0;    ///< number of steps that were looked up in the cache
    std::uint64_t known = 0;         ///< number of these that were found there
    std::uint64_t collections = 0;   ///< number of garbage collections, which include changes of the order
    std::uint64_t growths = 0;       ///< number of times the table grew
    std::uint64_t begun_again = 0;   ///< number of operations that were repeated, for lack of room for their nodes
    double collecting_seconds = 0;   ///< total time of garbage collections, during which no operation runs
    double growing_seconds = 0;      ///< total time of growing the table
    std::uint64_t buckets = 0;       ///< number of buckets of the table at the end
    std::uint64_t table_bytes = 0;   ///< size of its buckets, in bytes
    std::uint64_t cache_bytes = 0;   ///< size of the operation cache, in bytes
    ReorderStatistics reordering{};  ///< cost and gain of reordering
};

}  // namespace scrump

#pragma once
// Other hash tables that states could lie in: the same states in the same order, each put in if it is not there yet, as
// a user of that table would write it.

#include <peers/tables/states.hpp>

#include <cstdint>

namespace scrump::peers {

/// What came of it; `inserted` is the same for all tables.
struct TableTime {
    double seconds = 0;
    std::uint64_t inserted = 0;
};

struct TablePeer {
    const char* name;
    bool of_one_thread;  ///< whether no two may use it at a time
    /// Of an empty table with room for all, whose memory was used before; on so many threads.
    TableTime (*fill)(const TableFilling& filling, unsigned workers);
};

TablePeer one_tbb_table();        ///< concurrent_hash_map
TablePeer abseil_table();         ///< flat_hash_set, of one thread
TablePeer standard_table();       ///< std::unordered_set, of one thread
TablePeer table_by_hand();        ///< buckets, prefetched for 16 states at a time, and nothing else
TablePeer table_one_at_a_time();  ///< the same without prefetching

}  // namespace scrump::peers

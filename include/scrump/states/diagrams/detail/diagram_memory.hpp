#pragma once
// The memory of the nodes of all localities, and of the cached results of operations, by the number of growths of the
// table.
//
// A locality that is alone, or has a table of its own, has memory of its own. Localities that share memory have theirs
// together: for as many nodes as there may ever be, and one region for each size of the index and of the cache, one
// after another; unused parts take no pages. If a locality cannot reach all of it directly, nodes are spread over all,
// do not get more room, and each locality caches operations for itself.

#include <scrump/base/detail/page_memory.hpp>
#include <scrump/net/topology.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/states/diagrams/detail/node_table.hpp>
#include <scrump/states/diagrams/detail/operation_cache.hpp>
#include <scrump/states/diagrams/options.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

class DiagramMemory {
  public:
    using Word = NodeTable::Word;

    /// Opens arrays, if there are several localities, which the processes of a host reserve in no more than `addresses`
    /// bytes, as far as the first size of the table allows; the same everywhere.
    struct Users {
        bool alone = false;     ///< there is only one worker
        bool separate = false;  ///< each locality has a table of its own
    };
    DiagramMemory(RemoteMemory& memory, const DiagramOptions& options, std::size_t addresses, const Users& users);

    /// Whether all nodes can be reached directly.
    bool direct() const { return base_ != nullptr || nodes_array_ == nullptr; }
    /// The memory of nodes that cannot be reached directly, and the number of buckets in each locality.
    RemoteArray& spread_nodes() const { return *nodes_array_; }
    std::uint64_t buckets_each() const { return buckets_each_; }

    /// After this number of growths; whether there may be another one; in all, also for nodes that are spread.
    std::uint64_t buckets(unsigned growths) const;
    bool may_grow(unsigned growths) const { return has_room_to_grow(growths) && has_memory_to_grow(growths); }
    /// Limit by the buckets, and limit by memory.
    bool has_room_to_grow(unsigned growths) const { return direct() && buckets(growths) < max_buckets_; }
    bool has_memory_to_grow(unsigned growths) const;
    /// Whether there would be more buckets if addresses sufficed.
    bool lacks_addresses() const { return lacks_addresses_ && direct(); }
    /// Entries of the cache, as the ratio of the options has them; and those that are there, if it was kept.
    std::uint64_t entries(unsigned growths) const;
    std::uint64_t entries_there(unsigned growths) const { return entries(first_with_cache(growths)); }
    /// Whether a table that has grown this number of times has the cache of before, if it was not shared.
    void keep_cache(unsigned growths, bool keep);
    /// Largest size of everything, in bytes.
    std::size_t limit() const { return memory_limit_; }
    void limit(std::size_t bytes) { memory_limit_ = bytes; }

    /// The table of that size, with the nodes of all localities. A locality that is alone makes it: throws OutOfMemory.
    NodeTable nodes(unsigned growths);
    OperationCache cache(unsigned growths);
    /// The memory before this number of growths is not used any more.
    void release_former(unsigned growths);

  private:
    // The memory for some sizes of the table: the current one, and earlier or later ones.
    class Own {
      public:
        std::byte* of(unsigned growths, std::size_t bytes, const char* what);
        void release_former(unsigned growths);

      private:
        struct Sized {
            unsigned growths;
            PageMemory pages;
        };
        std::vector<Sized> all_;
    };

    /// Makes the first table small enough for the memory limit. Throws UsageError if none is.
    void fit_first_table();
    NodeTable::Memory own_nodes(unsigned growths);
    /// The size beyond which memory does not allow the table to grow.
    std::uint64_t max_buckets_in_memory() const;
    /// What the arrays of all localities have, in words, for as many nodes as there may ever be.
    struct Words {
        std::uint64_t nodes;
        std::uint64_t cache;
    };
    Words words_of_all() const;
    void limit_buckets(std::size_t addresses, const Topology& places);
    /// The number of growths after which the cache got its size after `growths`.
    unsigned first_with_cache(unsigned growths) const;

    const DiagramOptions options_;
    std::size_t memory_limit_;
    std::uint64_t max_buckets_;
    std::uint64_t first_buckets_;
    bool lacks_addresses_ = false;
    const bool alone_;
    std::uint64_t reserved_buckets_ = 0;  // number of buckets for which the nodes of a locality that is alone have room
    RemoteArray* nodes_array_ = nullptr;
    RemoteArray* cache_array_ = nullptr;
    std::atomic<Word>* base_ = nullptr;  // for shared nodes
    std::atomic<Word>* cache_base_ = nullptr;
    std::uint64_t buckets_each_ = 0;
    PageMemory own_nodes_, own_marks_;
    Own own_index_, own_cache_;
    std::uint64_t kept_caches_ = 0;  // a bit for each growth
};

}  // namespace scrump::detail

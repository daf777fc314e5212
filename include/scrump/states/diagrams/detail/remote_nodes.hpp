#pragma once
// The nodes of all diagrams, for a worker that cannot reach all of them directly: a hash table that is spread over the
// memory of all localities, with requests to their owners. Nodes lie in the table itself, 16 bytes each, so that one
// round trip finds a node, and one reads it: it is the table of part 1 of the distributed reachability slides with
// buckets of two words, and a node's number is its bucket. A group of eight buckets comes in one trip, as a chunk does
// there. The next group is not requested ahead: at the loads before a collection, the first one decides nearly always.
//
// Protocol of find_or_put(), which any number of workers may call: a worker that puts a node claims its bucket by a
// compare-and-swap of the first word, from free to its final value, and then writes the second. A worker that meets the
// wanted first word waits for the second. A taken bucket stays unchanged until a collection, in which all workers but
// one stand still. So a node is put where the first free bucket of its sequence is, and no worker can put the same node
// elsewhere: a worker that claims a later bucket has seen this one taken.
//
// A collection leaves the marked nodes in place, and frees all other buckets. A free one that lies before a node in its
// sequence is vacant, not empty: a search continues after it, and a node may be put into it.
//
// Nodes do not change, so a worker caches those that it has read last.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/diagrams/detail/node_table.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::detail {

class RemoteNodes {
  public:
    using Word = NodeTable::Word;
    using Found = NodeTable::Found;

    static constexpr std::size_t bucket_words = 2;
    /// The first word of a bucket that is free but not empty.
    static constexpr Word vacant = 1;

    /// Node 0 is the constant: no other node is put into its bucket. To be called for the first locality's words before
    /// any node is put.
    static void reserve_constant(std::atomic<Word>* words) {
        words[0].store(~Word{0}, std::memory_order_relaxed);
        words[1].store(~Word{0}, std::memory_order_relaxed);
    }

    /// `buckets` buckets in each locality, a multiple of NodeTable::fewest_buckets; the constant's is already reserved.
    /// `leave` throws: it is called when the run ends, so that no requests are possible.
    RemoteNodes(RemoteAccess& access, std::uint64_t buckets_each, std::function<void()> leave);

    std::uint64_t buckets() const { return buckets_each_ * access_.owners(); }

    /// The node of an edge that is not constant.
    NodeWords node(Edge edge);
    /// Its number is 0 if there is no room.
    Found find_or_put(const NodeWords& node);

    /// Discards the cache: nodes read before may have changed.
    void forget() { kept_.assign(kept_.size(), {}); }

    // --- While nobody else uses the table

    /// Marks a node; returns whether it was not marked before.
    bool mark(std::uint64_t index);
    /// Removes all marks.
    void unmark();
    /// Frees all nodes that are not marked, and removes the marks. Returns the number of remaining nodes.
    std::uint64_t keep_marked();

  private:
    struct Kept {
        std::uint64_t index = 0;
        NodeWords node{};
    };
    /// The owner of a bucket, and its first word there.
    struct Where {
        unsigned owner;
        std::size_t word;
    };

    Where where(std::uint64_t bucket) const {
        return {static_cast<unsigned>(bucket / buckets_each_), 2 * static_cast<std::size_t>(bucket % buckets_each_)};
    }
    Word wait(RemoteHandle handle);
    void keep(std::uint64_t index, const NodeWords& node) { kept_[index % kept_.size()] = {index, node}; }
    NodeWords read(std::uint64_t bucket);
    std::uint64_t free_unmarked(unsigned owner);
    void keep_reachable(unsigned owner);
    template <class See>
    void each_block(unsigned owner, const See& see);

    RemoteAccess& access_;
    const std::uint64_t buckets_each_;
    const std::function<void()> leave_;
    std::vector<Kept> kept_;
};

}  // namespace scrump::detail

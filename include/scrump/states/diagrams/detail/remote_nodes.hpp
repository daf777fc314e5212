#pragma once
// The nodes of all diagrams, for a worker that cannot reach all of them directly: a hash table that is spread over the
// memory of all localities, and what is wanted of it is asked of their owners. Nodes lie in the table itself, 16 bytes
// each, so that one round trip finds a node, and one reads it: it is the table of part 1 of the distributed
// reachability slides with buckets of two words, and a node's number is its bucket. A group of eight buckets comes in
// one trip, as a chunk does there. The next group is not asked for ahead: at the loads that a table has before it is
// collected, the first one decides almost always.
//
// Protocol of find_or_put(), which any number of workers may call: whoever puts a node claims its bucket by a
// compare-and-swap of the first word, from free to what it will be, and then writes the second. Who meets the first
// word that it looks for waits for the second. A bucket that is taken stays as it is until a collection, in which all
// workers stand still but one. So a node is put where the first free bucket of its sequence is, and nobody can put the
// same node elsewhere: who claims a later bucket has seen this one taken.
//
// A collection leaves the nodes that are marked where they are, and frees all other buckets. A free one that lies
// before a node in its sequence is vacant, not empty: a search goes on behind it, a node may be put into it.
//
// Nodes do not change, so a worker keeps those that it has read last.

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
    /// The first word of a bucket that is free and not empty.
    static constexpr Word vacant = 1;

    /// Node 0 is the constant: no other one is put into its bucket. To be called for the first locality's words before
    /// any is put.
    static void reserve_constant(std::atomic<Word>* words) {
        words[0].store(~Word{0}, std::memory_order_relaxed);
        words[1].store(~Word{0}, std::memory_order_relaxed);
    }

    /// So many buckets in each locality, a multiple of NodeTable::fewest_buckets; the constant's is reserved already.
    /// `leave` throws: it is called where the run ends, so that nothing can be asked.
    RemoteNodes(RemoteAccess& access, std::uint64_t buckets_each, std::function<void()> leave);

    std::uint64_t buckets() const { return buckets_each_ * access_.owners(); }

    /// Of an edge that is no constant.
    NodeWords node(Edge edge);
    /// Its number is 0 if there is no room.
    Found find_or_put(const NodeWords& node);

    /// What was read before may have changed.
    void forget() { kept_.assign(kept_.size(), {}); }

    // --- While nobody else uses the table

    /// Marks a node; says whether it was not marked before.
    bool mark(std::uint64_t index);
    /// Takes all marks away.
    void unmark();
    /// Frees all nodes that are not marked, and takes the marks away. Returns how many are left.
    std::uint64_t keep_marked();

  private:
    struct Kept {
        std::uint64_t index = 0;
        NodeWords node{};
    };
    /// Whose a bucket is, and its first word there.
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

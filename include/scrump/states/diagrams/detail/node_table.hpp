#pragma once
// The nodes of all diagrams, as workers see them that can reach all of them directly: a hash table that they lie in
// themselves, 16 bytes each, so that a node is found in one cache line, and read in one. It is the table of part 1 of
// the distributed reachability slides with buckets of two words; a node's number is its bucket.
//
// Protocol of find_or_put(), which any number of workers may call: whoever puts a node claims its bucket by a
// compare-and-swap of the first word, from free to what it will be, and then writes the second. Who meets the first
// word that it looks for waits for the second. A bucket that is taken stays as it is until a collection, in which all
// workers stand still but one. So a node is put where the first free bucket of its sequence is, and nobody can put the
// same node elsewhere: who claims a later bucket has seen this one taken.
//
// A collection leaves the nodes that are marked where they are, and frees all other buckets. A free one that lies
// before a node in its sequence is vacant, not empty: a search goes on behind it, a node may be put into it.

#include <scrump/states/diagrams/detail/node.hpp>
#include <scrump/states/diagrams/detail/node_hash.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

class NodeTable {
  public:
    using Word = std::uint64_t;

    /// The first word of a bucket that is free and not empty.
    static constexpr Word vacant = 1;

    static constexpr std::size_t bucket_bytes = 16;
    /// A table is a multiple of this.
    static constexpr std::uint64_t fewest_buckets = 1024;

    NodeTable() = default;
    /// In two words for each bucket, zero at first, that others may use, too; they outlive it. `alone`: one worker uses
    /// them, so nothing has to be atomic.
    NodeTable(std::atomic<Word>* words, std::uint64_t buckets, bool alone)
        : groups_(buckets / ProbeSequence::group_buckets), alone_(alone), words_(words) {}

    /// As many as there are to be, at least.
    static std::uint64_t rounded(std::uint64_t buckets) {
        return (std::max<std::uint64_t>(buckets, 1) + fewest_buckets - 1) / fewest_buckets * fewest_buckets;
    }
    /// Node 0 is the constant: no other one is put into its bucket. To be called before any is put.
    void reserve_constant() {
        words_[0].store(~Word{0}, std::memory_order_relaxed);
        words_[1].store(~Word{0}, std::memory_order_relaxed);
    }

    std::uint64_t buckets() const { return groups_ * ProbeSequence::group_buckets; }

    /// Of an edge that is no constant.
    [[gnu::always_inline]] NodeWords node(Edge edge) const {
        const std::atomic<Word>* const place = at(edge.index());
        return {place[0].load(std::memory_order_relaxed), place[1].load(std::memory_order_relaxed)};
    }
    [[gnu::always_inline]] void prefetch(Edge edge) const { __builtin_prefetch(at(edge.index())); }

    static std::uint64_t hash(const NodeWords& node) { return mix(node.first, node.second); }

    struct Found {
        std::uint64_t index = 0;  ///< 0: there is no room
        bool inserted = false;
    };
    [[gnu::always_inline]] Found find_or_put(const NodeWords& node) {
        ProbeSequence probe(hash(node), groups_);
        // Almost always the first bucket that is not another node's.
        std::atomic<Word>* const place = at(probe.bucket());
        const Word first = place[0].load(std::memory_order_relaxed);
        if (first == node.first && second_of(place) == node.second) return {probe.bucket()};
        return find_or_put_further(node, probe);
    }

    // --- While nobody else uses it

    /// Marks a node; says whether it was not marked before.
    bool mark(std::uint64_t index) {
        std::atomic<Word>& second = at(index)[1];
        const Word now = second.load(std::memory_order_relaxed);
        if ((now & NodeWords::top_bit) != 0) return false;
        second.store(now | NodeWords::top_bit, std::memory_order_relaxed);
        return true;
    }
    /// Whether there is a node of that number: a word may be taken for an edge that is none.
    bool has(std::uint64_t index) const {
        return index != 0 && index < buckets() &&
               (at(index)[0].load(std::memory_order_relaxed) & NodeWords::top_bit) != 0;
    }
    /// Frees all nodes that are not marked, and takes the marks away. Returns how many are left.
    std::uint64_t sweep();

    /// Takes all marks away.
    void unmark();

    /// Puts all nodes into another table. Of this one nothing but moved() may be used from then on. Throws Error where
    /// there is no room.
    void move_all(NodeTable& to);
    /// An edge of this table, there.
    Edge moved(Edge edge) const {
        if (edge.is_constant()) return edge;
        const Word second = at(edge.index())[1].load(std::memory_order_relaxed);
        return Edge{second & (Edge::complement_bit - 1)}.complemented_as(edge);
    }

    /// Calls `see(index, node)` for each node.
    template <class See>
    void each(const See& see) const {
        for (std::uint64_t index = 1; index < buckets(); ++index)
            if (has(index)) see(index, node({index}));
    }

  private:
    [[gnu::always_inline]] std::atomic<Word>* at(std::uint64_t index) const { return words_ + 2 * index; }

    // What the mark is no part of. Waits until it is there.
    [[gnu::always_inline]] static Word second_of(const std::atomic<Word>* place) {
        Word second = place[1].load(std::memory_order_acquire);
        while (second == 0) second = place[1].load(std::memory_order_acquire);
        return second;
    }
    Found find_or_put_further(const NodeWords& node, ProbeSequence probe);
    bool claim(std::atomic<Word>* place, Word expected, const NodeWords& node);
    void keep_reachable(std::uint64_t index);
    void move(Edge edge, NodeTable& to, std::vector<Edge>& open);
    bool is_marked(Edge edge) const {
        return (at(edge.index())[1].load(std::memory_order_relaxed) & NodeWords::top_bit) != 0;
    }

    std::uint64_t groups_ = 0;
    bool alone_ = false;
    std::atomic<Word>* words_ = nullptr;
};

}  // namespace scrump::detail

#pragma once
// The nodes of all diagrams, as workers see them that can reach all of them directly: an array of nodes, 16 bytes each,
// and an index that finds them by what they are, 4 bytes for each of its buckets. A node's number is its slot in the
// array, which it keeps for as long as it lives. A worker puts its nodes side by side, in regions that it was given, so
// that what was made together, and will be read together, shares lines and pages; and a table that grows needs a larger
// index, not other numbers.
//
// A bucket has as many bits as it takes to number all slots, and the rest are a tag: bits of the node's hash, so that
// hardly any node is read but the one that is looked for. Sixteen buckets are a cache line; a search begins in one that
// comes from the hash, goes round it, and through the lines that follow, to a bucket that is empty. There is always
// one, as a quarter of all are more than there are slots for.
//
// Protocol of find_or_put(), which any number of workers may call: who has come to an empty bucket writes its node into
// a free slot of its own, and claims the bucket by a compare-and-swap. Who finds a bucket taken sees the node, by
// release and acquire. Nothing is taken out of a bucket before a collection, so nobody can put the same node into
// another one: who has claimed a later one has seen this one taken.
//
// A collection, in which all workers stand still, leaves the nodes that are marked in their slots, and makes the index
// anew.

#include <scrump/states/diagrams/detail/free_slots.hpp>
#include <scrump/states/diagrams/detail/node.hpp>
#include <scrump/states/diagrams/detail/node_hash.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

class NodeTable {
  public:
    using Word = std::uint64_t;
    using Bucket = std::uint32_t;

    /// A table has a multiple of so many buckets, and at most 2^32.
    static constexpr std::uint64_t fewest_buckets = 1024;
    static constexpr std::uint64_t most_buckets = std::uint64_t{1} << 32U;
    static constexpr std::size_t node_bytes = 16;

    /// How many slots so many buckets are for.
    static constexpr std::uint64_t slots_for(std::uint64_t buckets) { return buckets / 4 * 3; }
    /// As many as there are to be, at least.
    static constexpr std::uint64_t rounded(std::uint64_t buckets) {
        return (std::max<std::uint64_t>(buckets, 1) + fewest_buckets - 1) / fewest_buckets * fewest_buckets;
    }
    /// What it takes in all: buckets and slots.
    static constexpr std::uint64_t bytes(std::uint64_t buckets) {
        return buckets * sizeof(Bucket) + slots_for(buckets) * node_bytes;
    }

    /// Where a table lies: zeros at first, that others may use, too; they outlive it.
    struct Memory {
        std::atomic<Word>* nodes = nullptr;    ///< two for each slot
        std::atomic<Word>* marks = nullptr;    ///< a bit for each slot
        std::atomic<Bucket>* index = nullptr;  ///< one for each bucket, from the beginning of a cache line on
    };

    NodeTable() = default;
    /// `alone`: one worker uses it, so nothing has to be atomic.
    NodeTable(const Memory& memory, std::uint64_t buckets, bool alone)
        : memory_(memory),
          buckets_(buckets),
          tag_bits_(static_cast<Bucket>(~std::uint64_t{0} << std::bit_width(slots_for(buckets) - 1))),
          alone_(alone) {}

    std::uint64_t buckets() const { return buckets_; }
    std::uint64_t slots() const { return slots_for(buckets_); }

    /// Of an edge that is no constant.
    [[gnu::always_inline]] NodeWords node(Edge edge) const {
        const std::atomic<Word>* const place = at(edge.index());
        return {place[0].load(std::memory_order_relaxed), place[1].load(std::memory_order_relaxed)};
    }
    [[gnu::always_inline]] void prefetch(Edge edge) const { __builtin_prefetch(at(edge.index())); }

    struct Found {
        std::uint64_t index = 0;
        bool inserted = false;
    };
    /// A node that is not there yet is put into that slot, which is free and this worker's.
    [[gnu::always_inline]] Found find_or_put(const NodeWords& node, std::uint64_t slot) {
        const std::uint64_t hash = hash_of(node);
        // Almost always the first bucket that has the tag.
        const Bucket first = line_of(hash)[hash % line_buckets].load(std::memory_order_acquire);
        if (is_of(first, hash) && this->node({slot_of(first)}) == node) return {slot_of(first)};
        return find_or_put_further(node, hash, slot);
    }

    // --- Slots, by regions

    std::uint64_t region_slots() const { return region_words() * word_bits; }
    /// The last one may be smaller.
    std::uint64_t regions() const { return (slots() + region_slots() - 1) / region_slots(); }
    /// Those that are free.
    FreeSlots free_slots(std::uint64_t region) const {
        const std::uint64_t first = region * region_words();
        return {{memory_.marks + first, std::min(region_words(), slots() / word_bits - first)}, first * word_bits};
    }

    // --- While nobody does anything else with it. Several may do parts of one of these: `slots` are some that follow
    // each other, of whole words of marks; all that were ever given to a worker are to be done, by one or another.

    struct Range {
        std::uint64_t first = 0;
        std::uint64_t end = 0;
    };

    /// Slot 0 is never free: node 0 is the constant.
    void reserve_constant() { memory_.marks[0].fetch_or(1, std::memory_order_relaxed); }
    /// Takes all marks away: no slot is free but those that are not marked afterwards.
    void unmark(const Range& slots);
    /// Marks a node; says whether it was not marked before.
    [[gnu::always_inline]] bool mark(std::uint64_t index) {
        std::atomic<Word>& word = memory_.marks[index / word_bits];
        const Word bit = Word{1} << index % word_bits;
        const Word now = word.load(std::memory_order_relaxed);
        if ((now & bit) != 0) return false;
        if (!alone_) return (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
        word.store(now | bit, std::memory_order_relaxed);
        return true;
    }
    /// Marks all nodes that there are.
    void mark_all(const Range& slots);
    /// Finds no node any more: before keep_marked(), which may be done for another index than that of before.
    void clear_index(const Range& buckets);
    /// Frees all slots that are not marked, and finds all nodes that are. Returns how many these are.
    std::uint64_t keep_marked(const Range& slots);

    /// Whether there is a node of that number: a word may be taken for an edge that is none.
    bool has(std::uint64_t index) const {
        return index != 0 && index < slots() && at(index)[0].load(std::memory_order_relaxed) != 0;
    }
    /// Calls `see(index, node)` for each node.
    template <class See>
    void each(const See& see) const {
        for (std::uint64_t index = 1; index < slots(); ++index)
            if (has(index)) see(index, node({index}));
    }

  private:
    static constexpr unsigned word_bits = 64;
    static constexpr unsigned line_buckets = 16;
    static constexpr std::uint64_t most_region_words = 16;

    // So small that there are many, for workers to share.
    std::uint64_t region_words() const {
        return std::clamp<std::uint64_t>(slots() / word_bits / 1024, 1, most_region_words);
    }

    [[gnu::always_inline]] std::atomic<Word>* at(std::uint64_t index) const { return memory_.nodes + 2 * index; }

    [[gnu::always_inline]] static std::uint64_t hash_of(const NodeWords& node) { return mix(node.first, node.second); }
    [[gnu::always_inline]] std::atomic<Bucket>* line_of(std::uint64_t hash) const {
        return memory_.index + scale(hash, buckets_ / line_buckets) * line_buckets;
    }
    [[gnu::always_inline]] bool is_of(Bucket bucket, std::uint64_t hash) const {
        return bucket != 0 && ((bucket ^ static_cast<Bucket>(hash)) & tag_bits_) == 0;
    }
    [[gnu::always_inline]] std::uint64_t slot_of(Bucket bucket) const { return bucket & ~tag_bits_; }
    Bucket bucket_of(std::uint64_t slot, std::uint64_t hash) const {
        return static_cast<Bucket>(slot) | (static_cast<Bucket>(hash) & tag_bits_);
    }

    Found find_or_put_further(const NodeWords& node, std::uint64_t hash, std::uint64_t slot);
    template <class See>
    void search(std::uint64_t hash, const See& see);
    void enter(std::uint64_t slot, std::uint64_t hash);

    Memory memory_{};
    std::uint64_t buckets_ = 0;
    Bucket tag_bits_ = 0;
    bool alone_ = false;
};

}  // namespace scrump::detail

#pragma once
// The nodes of all diagrams, for workers that can reach all of them directly: an array of nodes, 16 bytes each, and an
// index that finds them by their contents, 4 bytes for each of its buckets. A node's number is its slot in the array,
// which it keeps for as long as it lives. A worker puts its nodes side by side, in regions that it was given, so that
// nodes made together, which will be read together, share lines and pages; and a table that grows needs a larger index,
// not other numbers.
//
// A bucket has as many bits as are needed to number all slots, and the rest are a tag: bits of the node's hash, so that
// hardly any node is read but the wanted one. Sixteen buckets are a cache line; a search begins in a line that comes
// from the hash, goes round it, and through the lines that follow, to an empty bucket. There is always one, as there
// are a quarter more buckets than slots.
//
// Protocol of find_or_put(), which any number of workers may call: a worker that has reached an empty bucket writes its
// node into a free slot of its own, and claims the bucket by a compare-and-swap. A worker that finds a bucket taken
// sees the node, by release and acquire. Nothing is taken out of a bucket before a collection, so no worker can put the
// same node into another one: a worker that has claimed a later one has seen this one taken.
//
// A collection, in which all workers stand still, leaves the marked nodes in their slots, and rebuilds the index.

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

    /// The number of buckets of a table is a multiple of this, and at most 2^32.
    static constexpr std::uint64_t fewest_buckets = 1024;
    static constexpr std::uint64_t max_buckets = std::uint64_t{1} << 32U;
    static constexpr std::size_t node_bytes = 16;

    /// Number of slots for this number of buckets.
    static constexpr std::uint64_t slots_for(std::uint64_t buckets) { return buckets / 4 * 3; }
    /// Smallest number of buckets that is allowed and sufficient.
    static constexpr std::uint64_t rounded(std::uint64_t buckets) {
        return (std::max<std::uint64_t>(buckets, 1) + fewest_buckets - 1) / fewest_buckets * fewest_buckets;
    }
    /// Total size: buckets and slots.
    static constexpr std::uint64_t bytes(std::uint64_t buckets) {
        return buckets * sizeof(Bucket) + slots_for(buckets) * node_bytes;
    }

    /// The memory of a table: initially zero, and perhaps shared with others; it outlives the table.
    struct Memory {
        std::atomic<Word>* nodes = nullptr;    ///< two for each slot
        std::atomic<Word>* marks = nullptr;    ///< one bit for each slot
        std::atomic<Bucket>* index = nullptr;  ///< one for each bucket, from the beginning of a cache line on
    };

    NodeTable() = default;
    /// `alone`: only one worker uses it, so nothing has to be atomic.
    NodeTable(const Memory& memory, std::uint64_t buckets, bool alone)
        : memory_(memory),
          buckets_(buckets),
          tag_bits_(static_cast<Bucket>(~std::uint64_t{0} << std::bit_width(slots_for(buckets) - 1))),
          alone_(alone) {}

    std::uint64_t buckets() const { return buckets_; }
    std::uint64_t slots() const { return slots_for(buckets_); }

    /// The node of an edge that is not constant.
    [[gnu::always_inline]] NodeWords node(Edge edge) const {
        const std::atomic<Word>* const place = at(edge.index());
        return {place[0].load(std::memory_order_relaxed), place[1].load(std::memory_order_relaxed)};
    }
    [[gnu::always_inline]] void prefetch(Edge edge) const { __builtin_prefetch(at(edge.index())); }

    struct Found {
        std::uint64_t index = 0;
        bool inserted = false;
    };
    /// Puts a node that is not there yet into that slot, which must be free and this worker's.
    [[gnu::always_inline]] Found find_or_put(const NodeWords& node, std::uint64_t slot) {
        const std::uint64_t hash = hash_of(node);
        // Nearly always the first bucket that has the tag.
        const Bucket first = line_of(hash)[hash % line_buckets].load(std::memory_order_acquire);
        if (is_of(first, hash) && this->node({slot_of(first)}) == node) return {slot_of(first)};
        return find_or_put_further(node, hash, slot);
    }

    // --- Slots, by regions

    std::uint64_t region_slots() const { return region_words() * word_bits; }
    /// The last one may be smaller.
    std::uint64_t regions() const { return (slots() + region_slots() - 1) / region_slots(); }
    /// The free ones.
    FreeSlots free_slots(std::uint64_t region) const {
        const std::uint64_t first = region * region_words();
        return {{memory_.marks + first, std::min(region_words(), slots() / word_bits - first)}, first * word_bits};
    }

    // --- While nobody else uses it. Several workers may do parts of one of these: `slots` are consecutive, of whole
    // words of marks; together they must do all slots that were ever given to a worker.

    struct Range {
        std::uint64_t first = 0;
        std::uint64_t end = 0;
    };

    /// Slot 0 is never free: node 0 is the constant.
    void reserve_constant() { memory_.marks[0].fetch_or(1, std::memory_order_relaxed); }
    /// Removes all marks: afterwards exactly the slots that are not marked again are free.
    void unmark(const Range& slots);
    /// Marks a node; returns whether it was not marked before.
    [[gnu::always_inline]] bool mark(std::uint64_t index) {
        std::atomic<Word>& word = memory_.marks[index / word_bits];
        const Word bit = Word{1} << index % word_bits;
        const Word now = word.load(std::memory_order_relaxed);
        if ((now & bit) != 0) return false;
        if (!alone_) return (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
        word.store(now | bit, std::memory_order_relaxed);
        return true;
    }
    /// Writes a node into a slot that is free or whose node is to be replaced: before keep_marked().
    void write(std::uint64_t slot, const NodeWords& node) {
        at(slot)[0].store(node.first, std::memory_order_relaxed);
        at(slot)[1].store(node.second, std::memory_order_relaxed);
    }
    /// Marks all existing nodes.
    void mark_all(const Range& slots);
    /// Clears the index: before keep_marked(), which may be used with a new index.
    void clear_index(const Range& buckets);
    /// Frees all slots that are not marked, and indexes all nodes that are. Returns their number.
    std::uint64_t keep_marked(const Range& slots);

    /// Whether a node of that number exists: a word may be mistaken for an edge.
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

    // Small enough for many, for workers to share.
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

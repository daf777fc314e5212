#pragma once
// Results of operations, so that the same one is not done twice: a table in which each operation has one place, where
// the last one stays. An entry takes half a cache line:
//
//     lock | version, 14 bits | operation, 8 bits | first operand, 41 bits
//     epoch, 23 bits | second operand
//     third operand
//     result
//
// Protocol: a writer locks the entry by a compare-and-swap of its first word, or gives up; writes the others; and
// writes the first with the next version. A reader reads all, and then the first again: if it is unchanged and not
// locked, they belong together, unless the entry was written 2^14 times meanwhile with the same operation and operand
// last, by threads that ran while the reader did not: then its version could be the same. The epoch changes with each
// garbage collection: older results are not found any more.

#include <scrump/states/diagrams/detail/edge.hpp>
#include <scrump/states/diagrams/detail/node_hash.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// Key of an operation.
struct OperationKey {
    /// All cached operations.
    enum class Kind : std::uint8_t {
        conjunction = 1,
        exclusive_or,
        if_then_else,
        quantification,
        quantified_conjunction,
        successors,
        predecessors,
        saturation,
        list_union,
        list_firing,
        list_closure,
        list_forbidden,
        list_intersection,
        list_difference,
        list_step,
        list_closed_firing,
        list_backward_closure,
        list_least_sum,
        list_greatest_sum,
        list_interval,
        list_image,
        list_domain,
        list_preimage,
        list_saturation,
    };

    static OperationKey of(Kind kind, Edge a, Edge b = {}, Edge c = {}) {
        return {std::uint64_t{static_cast<std::uint8_t>(kind)} << Edge::bits_used | a.bits, b.bits, c.bits};
    }

    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::uint64_t third = 0;
};

class OperationCache {
  public:
    using Word = std::uint64_t;

    static constexpr std::size_t entry_bytes = 32;

    OperationCache() = default;
    /// In four words for each entry, initially zero, and perhaps shared with others; they outlive it. `alone`: only one
    /// worker uses them, so nothing has to be atomic.
    OperationCache(std::atomic<Word>* words, std::uint64_t entries, bool alone)
        : entries_(entries), alone_(alone), words_(words) {}

    /// The number of collections from which a result is valid.
    struct Epoch {
        static constexpr std::uint64_t numbers = (std::uint64_t{1} << (64 - Edge::bits_used)) - 1;

        Word tag = Word{1} << Edge::bits_used;

        /// The tag after this number of others. There is no tag 0, as an unused entry has it.
        static Epoch after(std::uint64_t epochs) { return {(epochs % numbers + 1) << Edge::bits_used}; }
    };

    std::uint64_t entries() const { return entries_; }
    /// Whether both are the same operation.
    bool operator==(const OperationCache& other) const { return words_ == other.words_; }

    /// An operation's place: computed once for looking it up and for storing it.
    class Place {
      private:
        friend class OperationCache;
        std::atomic<Word>* words_;
    };

    [[gnu::always_inline]] Place place(const OperationKey& key) const {
        Place place;
        place.words_ = words_ + 4 * scale(mix(key.first ^ key.third << 20U ^ key.third >> 24U, key.second), entries_);
        return place;
    }
    [[gnu::always_inline]] static void prefetch(Place place) { __builtin_prefetch(place.words_); }

    /// Whether the result is known; if so, it is stored in `result`.
    [[gnu::always_inline]] bool find(Place place, const OperationKey& key, Epoch epoch, Edge& result) const {
        const std::atomic<Word>* const words = place.words_;
        const Word first = words[0].load(std::memory_order_acquire);
        if ((first & ~version_bits) != key.first) return false;
        const Word second = words[1].load(std::memory_order_relaxed);
        const Word third = words[2].load(std::memory_order_relaxed);
        const Word found = words[3].load(std::memory_order_relaxed);
        if (second != (key.second | epoch.tag) || third != key.third) return false;
        std::atomic_thread_fence(std::memory_order_acquire);
        if (words[0].load(std::memory_order_relaxed) != first) return false;
        result = {found};
        return true;
    }
    [[gnu::always_inline]] void put(Place place, const OperationKey& key, Epoch epoch, Edge result) {
        std::atomic<Word>* const words = place.words_;
        Word first = words[0].load(std::memory_order_relaxed);
        if (!alone_ &&
            ((first & lock) != 0 || !words[0].compare_exchange_strong(first, first | lock, std::memory_order_acquire,
                                                                      std::memory_order_relaxed)))
            return;
        std::atomic_thread_fence(std::memory_order_release);  // a reader of one of these finds the lock
        words[1].store(key.second | epoch.tag, std::memory_order_relaxed);
        words[2].store(key.third, std::memory_order_relaxed);
        words[3].store(result.bits, std::memory_order_relaxed);
        words[0].store(key.first | ((first + version) & version_bits), std::memory_order_release);
    }

    /// Calls `see(key, result)` for all results of an epoch in some entries, from one up to another. To be called while
    /// nobody writes to it.
    template <class See>
    void each(Epoch epoch, std::uint64_t first, std::uint64_t end, const See& see) const {
        for (std::uint64_t entry = first; entry < end; ++entry) {
            const std::atomic<Word>* const words = words_ + 4 * entry;
            const Word second = words[1].load(std::memory_order_relaxed);
            if (second >> Edge::bits_used << Edge::bits_used != epoch.tag) continue;
            see(OperationKey{words[0].load(std::memory_order_relaxed) & ~(version_bits | lock), second ^ epoch.tag,
                             words[2].load(std::memory_order_relaxed)},
                Edge{words[3].load(std::memory_order_relaxed)});
        }
    }

    /// Discards everything: to be called before a tag is reused. Others may use it meanwhile.
    void clear();

  private:
    static constexpr unsigned version_shift = Edge::bits_used + 8;
    static constexpr Word version = Word{1} << version_shift;
    static constexpr Word lock = Word{1} << 63U;
    static constexpr Word version_bits = ~(version - 1) & ~lock;

    std::uint64_t entries_ = 0;
    bool alone_ = false;
    std::atomic<Word>* words_ = nullptr;
};

}  // namespace scrump::detail

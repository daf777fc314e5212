#pragma once
// The place of a task in the heuristic order of the whole search, known without the rest of the tree, so that tasks
// made by different workers can be compared: the order in which one worker, depth first, would get to them.
//
// Each task owns an interval of the numbers of 64 bits; the intervals of tasks that exist at the same time are disjoint
// and in heuristic order. The maker of tasks divides its own interval by codes of variable length that keep the order,
// so that the number of future siblings or splits need not be known. When the bits are used up, keys become equal: the
// order is then unknown, but never wrong.

#include <bit>
#include <cstdint>
#include <optional>

namespace scrump::detail {

/// The interval of 2^`bits` numbers that begins at `low`. Two words without padding: it travels as its bytes.
struct OrderKey {
    std::uint64_t low = 0;
    std::uint64_t bits = 64;

    /// The key of the root: all numbers.
    static constexpr OrderKey whole() { return {}; }

    /// The number to sort by: the smallest comes first.
    constexpr std::uint64_t first() const { return low; }

    /// Splits off the upper half, for siblings that a running task gives away; the task keeps the lower one. Depth
    /// first and from the shallowest depth, nodes given away come after all that are kept, and nodes given away later,
    /// from a deeper depth, before those given earlier.
    constexpr OrderKey give_away() {
        const OrderKey given = half(true);
        *this = half(false);
        return given;
    }

    /// The key of the `index`-th of any number of siblings that share this key. The code is that of Elias (gamma,
    /// IEEE Transactions on Information Theory 21, 1975) with the length in ones, so that it keeps the order: with
    /// n = index + 1 of b + 1 binary digits, b ones, a zero, and the last b digits of n; 2 log2(n) + 1 bits.
    constexpr OrderKey child(std::uint64_t index) const {
        const std::uint64_t n = index + 1;
        const auto digits = static_cast<int>(std::bit_width(n)) - 1;
        OrderKey key = *this;
        for (int i = 0; i < digits; ++i) key = key.half(true);
        key = key.half(false);
        for (int i = digits - 1; i >= 0; --i) key = key.half((n >> i & 1) != 0);
        return key;
    }

    bool operator==(const OrderKey&) const = default;

  private:
    // A single number has no halves: all its parts have the same key.
    constexpr OrderKey half(bool upper) const {
        if (bits == 0) return *this;
        return {low + (upper ? std::uint64_t{1} << (bits - 1) : 0), bits - 1};
    }
};

/// The keys of the nodes that one running task gives away: exact if it gives all siblings of its shallowest depth at a
/// time. It may also give them in several portions, of which the later ones come after the earlier ones, unlike those
/// from deeper depths; but a sibling that it keeps between two portions counts as if it came before both.
class SplitKeys {
  public:
    SplitKeys() = default;
    /// For a task with `key` that begins to run.
    explicit constexpr SplitKeys(const OrderKey& key) : kept_(key) {}

    /// The key of the next node given away, which is at `depth`: depths do not decrease, and siblings come in order.
    constexpr OrderKey give(unsigned depth) {
        if (depth_ != depth) {
            depth_ = depth;
            given_ = kept_.give_away();
            count_ = 0;
        }
        return given_.child(count_++);
    }

    /// The beginning of the next split from a deeper depth: before all splits so far.
    constexpr std::uint64_t next() const { return OrderKey(kept_).give_away().first(); }

    /// The key of the part that the task keeps.
    constexpr const OrderKey& kept() const { return kept_; }

  private:
    OrderKey kept_;
    OrderKey given_;
    std::optional<unsigned> depth_;
    std::uint64_t count_ = 0;
};

}  // namespace scrump::detail

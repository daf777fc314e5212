#pragma once
// The free slots of a region of the node table, one after the other: the places of a worker's next nodes.

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace scrump::detail {

class FreeSlots {
  public:
    using Word = std::uint64_t;

    /// Without slots.
    FreeSlots() = default;
    /// `count` slots without a place: the place of a node follows from its contents.
    explicit FreeSlots(std::uint64_t count) : left_(count) {}
    /// One bit of these for each slot, set if it is taken; the first bit is that of the slot `first`.
    FreeSlots(std::span<const std::atomic<Word>> taken, std::uint64_t first)
        : taken_(taken), first_(first), left_(count(taken)) {
        if (left_ == 0) return;
        free_ = ~taken_[0].load(std::memory_order_relaxed);
        advance();
    }

    /// Number of remaining slots.
    std::uint64_t left() const { return left_; }
    /// The next slot, if any: it stays the next one until it is used.
    std::uint64_t next() const { return next_; }
    void use() {
        --left_;
        advance();
    }

  private:
    static constexpr unsigned word_bits = 64;

    static std::uint64_t count(std::span<const std::atomic<Word>> taken) {
        std::uint64_t free = 0;
        for (const std::atomic<Word>& word : taken)
            free += static_cast<unsigned>(std::popcount(~word.load(std::memory_order_relaxed)));
        return free;
    }
    [[gnu::always_inline]] void advance() {
        if (left_ == 0 || taken_.empty()) return;
        while (free_ == 0) free_ = ~taken_[++word_].load(std::memory_order_relaxed);
        next_ = first_ + word_ * word_bits + static_cast<unsigned>(std::countr_zero(free_));
        free_ &= free_ - 1;
    }

    std::span<const std::atomic<Word>> taken_{};
    std::uint64_t first_ = 0;
    std::uint64_t left_ = 0;
    std::size_t word_ = 0;  // index of the word of `free_`
    Word free_ = 0;         // slots after the next one
    std::uint64_t next_ = 0;
};

}  // namespace scrump::detail

#pragma once
// The free slots of a region of the node table, one after the other: where a worker puts its next nodes.

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace scrump::detail {

class FreeSlots {
  public:
    using Word = std::uint64_t;

    /// None.
    FreeSlots() = default;
    /// So many that are nowhere in particular: where a node is put follows from what it is.
    explicit FreeSlots(std::uint64_t count) : left_(count) {}
    /// A bit of these for each slot, set where it is taken; the first bit is that of the slot `first`.
    FreeSlots(std::span<const std::atomic<Word>> taken, std::uint64_t first)
        : taken_(taken), first_(first), left_(count(taken)) {
        if (left_ == 0) return;
        free_ = ~taken_[0].load(std::memory_order_relaxed);
        advance();
    }

    /// How many there are still.
    std::uint64_t left() const { return left_; }
    /// The next one, if there is one: it stays so until it is used.
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
    std::size_t word_ = 0;  // the one that `free_` is of
    Word free_ = 0;         // behind the next one
    std::uint64_t next_ = 0;
};

}  // namespace scrump::detail

#pragma once
// A set of small numbers as bits in a fixed number of words: the data structure of the clique search at every node.
//
// Unlike std::bitset it exposes its words, finds its first element and visits its elements in ascending order, as
// bit-parallel search needs. The number of words is a compile-time constant so that loops over them unroll.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace scrump {

/// A subset of 0 … 64·Words−1. Trivially copyable; made empty by `BitSet<Words>{}`.
template <std::size_t Words>
class BitSet {
  public:
    static_assert(Words > 0);

    using Word = std::uint64_t;
    static constexpr std::size_t word_bits = 64;
    static constexpr std::size_t words = Words;
    static constexpr std::size_t capacity = Words * word_bits;

    /// The set {0, …, count−1}, `count` ≤ capacity.
    static constexpr BitSet first_n(std::size_t count) {
        BitSet set;
        for (std::size_t w = 0; w < count / word_bits; ++w) set.words_[w] = ~Word{0};
        if (count % word_bits != 0) set.words_[count / word_bits] = (Word{1} << (count % word_bits)) - 1;
        return set;
    }

    constexpr bool test(std::size_t bit) const { return ((words_[bit / word_bits] >> (bit % word_bits)) & 1) != 0; }
    constexpr void set(std::size_t bit) { words_[bit / word_bits] |= Word{1} << (bit % word_bits); }
    constexpr void reset(std::size_t bit) { words_[bit / word_bits] &= ~(Word{1} << (bit % word_bits)); }

    constexpr Word& word(std::size_t index) { return words_[index]; }
    constexpr Word word(std::size_t index) const { return words_[index]; }

    constexpr bool any() const {
        Word all = 0;
        for (const Word word : words_) all |= word;
        return all != 0;
    }

    /// Number of elements.
    constexpr std::size_t count() const {
        std::size_t total = 0;
        for (const Word word : words_) total += static_cast<std::size_t>(std::popcount(word));
        return total;
    }

    /// The same, but faster if most words are empty and the processor has no instruction for counting.
    constexpr std::size_t count_sparse() const {
        std::size_t total = 0;
        for (const Word word : words_)
            if (word != 0) total += static_cast<std::size_t>(std::popcount(word));
        return total;
    }

    /// The smallest element; `capacity` if the set is empty.
    constexpr std::size_t first() const {
        for (std::size_t w = 0; w < Words; ++w)
            if (words_[w] != 0) return w * word_bits + static_cast<std::size_t>(std::countr_zero(words_[w]));
        return capacity;
    }

    /// Calls `visit(element)` for every element, ascending; `visit` may remove that element.
    template <class Visit>
    constexpr void for_each(Visit&& visit) const {
        for (std::size_t w = 0; w < Words; ++w)
            for (Word left = words_[w]; left != 0; left &= left - 1)
                visit(w * word_bits + static_cast<std::size_t>(std::countr_zero(left)));
    }

    constexpr BitSet& operator&=(const BitSet& other) {
        for (std::size_t w = 0; w < Words; ++w) words_[w] &= other.words_[w];
        return *this;
    }
    constexpr BitSet& operator|=(const BitSet& other) {
        for (std::size_t w = 0; w < Words; ++w) words_[w] |= other.words_[w];
        return *this;
    }

    /// Removes the elements of `other`.
    constexpr BitSet& operator-=(const BitSet& other) {
        for (std::size_t w = 0; w < Words; ++w) words_[w] &= ~other.words_[w];
        return *this;
    }

    friend constexpr BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
    friend constexpr BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
    friend constexpr BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }

    constexpr bool operator==(const BitSet&) const = default;

  private:
    std::array<Word, Words> words_{};
};

}  // namespace scrump

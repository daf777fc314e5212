#pragma once
// A few machine words as one row of bits, for sets of numbers that shift: one word costs no more than a plain integer.

#include <bit>
#include <cstddef>
#include <cstdint>

namespace scrump::semigroups {

/// Bits 0 … 64 * Words - 1.
template <std::size_t Words>
struct Bits {
    static constexpr unsigned word_bits = 64;

    std::uint64_t words[Words];

    bool none() const {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < Words; ++i) any |= words[i];
        return any == 0;
    }

    unsigned count() const {
        unsigned sum = 0;
        for (std::size_t i = 0; i < Words; ++i) sum += static_cast<unsigned>(std::popcount(words[i]));
        return sum;
    }

    /// The lowest set bit; at least one must be set.
    unsigned lowest() const {
        std::size_t i = 0;
        while (i + 1 < Words && words[i] == 0) ++i;
        return static_cast<unsigned>(i) * word_bits + static_cast<unsigned>(std::countr_zero(words[i]));
    }

    /// Clears the lowest set bit; at least one must be set.
    void clear_lowest() {
        std::uint64_t borrow = 1;
        for (std::size_t i = 0; i < Words; ++i) {
            const std::uint64_t rest = words[i] & (words[i] - borrow);
            borrow &= static_cast<std::uint64_t>(words[i] == 0);
            words[i] = rest;
        }
    }

    /// Sets or clears one bit. Written without an index known only at run time, so that the words stay in registers.
    void set(unsigned bit, bool value = true) {
        const Bits one = single(bit, value);
        for (std::size_t i = 0; i < Words; ++i) words[i] |= one.words[i];
    }
    void clear(unsigned bit) {
        const Bits one = single(bit, true);
        for (std::size_t i = 0; i < Words; ++i) words[i] &= ~one.words[i];
    }

    bool operator[](unsigned bit) const { return ((words[bit / word_bits] >> (bit % word_bits)) & 1) != 0; }

    /// These bits moved down by `distance` < 64 * Words.
    Bits down(unsigned distance) const {
        const unsigned shift = distance % word_bits;
        const std::size_t skip = distance / word_bits;
        Bits out{};
        for (std::size_t i = 0; i + skip < Words; ++i) {
            const std::uint64_t above = i + skip + 1 < Words ? words[i + skip + 1] : 0;
            out.words[i] = words[i + skip] >> shift | above << 1 << (word_bits - 1 - shift);
        }
        return out;
    }

    /// These bits moved up by `distance` < 64 * Words.
    Bits up(unsigned distance) const {
        const unsigned shift = distance % word_bits;
        const std::size_t skip = distance / word_bits;
        Bits out{};
        for (std::size_t i = skip; i < Words; ++i) {
            const std::uint64_t below = i > skip ? words[i - skip - 1] : 0;
            out.words[i] = words[i - skip] << shift | below >> 1 >> (word_bits - 1 - shift);
        }
        return out;
    }

    bool operator==(const Bits&) const = default;

  private:
    static Bits single(unsigned bit, bool value) {
        const std::uint64_t mask = std::uint64_t{value} << (bit % word_bits);
        if constexpr (Words == 1) return {{mask}};
        Bits out{};
        for (std::size_t i = 0; i < Words; ++i) out.words[i] = i == bit / word_bits ? mask : 0;
        return out;
    }
};

template <>
inline Bits<1> Bits<1>::down(unsigned distance) const {
    return {{words[0] >> distance}};
}

/// Two words: without a branch on whether a whole word is skipped, which would be unpredictable.
template <>
inline Bits<2> Bits<2>::up(unsigned distance) const {
    const unsigned shift = distance % word_bits;
    const std::uint64_t low = words[0] << shift;
    const std::uint64_t high = words[1] << shift | words[0] >> 1 >> (word_bits - 1 - shift);
    const std::uint64_t stay = std::uint64_t{distance / word_bits} - 1;  // all ones or, if a word is skipped, zero
    return {{low & stay, (high & stay) | (low & ~stay)}};
}

template <>
inline Bits<2> Bits<2>::single(unsigned bit, bool value) {
    const std::uint64_t mask = std::uint64_t{value} << (bit % word_bits);
    const std::uint64_t stay = std::uint64_t{bit / word_bits} - 1;
    return {{mask & stay, mask & ~stay}};
}

}  // namespace scrump::semigroups

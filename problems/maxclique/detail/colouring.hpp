#pragma once
// Colour classes by first fit: the cheap upper bound of the clique search.
//
// No two vertices of a clique are in the same class (an independent set), so vertices that fit in k classes hold no
// clique of more than k. Bit-parallel, one class after another: San Segundo, Rodríguez-Losada and Jiménez, "An exact
// bit-parallel algorithm for the maximum clique problem" (BBMC, Computers & Operations Research 38, 2011).

#include <scrump/base/bitset.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::maxclique {

namespace detail {

/// Removes from `left` the vertices in word `w` and the words after it that first fit puts into one class. `open`:
/// those not adjacent to any that the class already has. Unrolled over the words, so that both sets stay in registers.
template <std::size_t w, std::size_t M>
[[gnu::always_inline]] inline void take_class(const BitSet<M>* rows, BitSet<M>& left, BitSet<M>& open) {
    std::uint64_t now = open.word(w);
    while (now != 0) {
        const auto bit = static_cast<std::size_t>(__builtin_ctzll(now));
        const BitSet<M>& row = rows[64 * w + bit];
        left.word(w) ^= std::uint64_t{1} << bit;
        now &= now - 1;
        now &= ~row.word(w);
        for (std::size_t later = w + 1; later < M; ++later) open.word(later) &= ~row.word(later);
    }
    if constexpr (w + 1 < M) take_class<w + 1>(rows, left, open);
}

}  // namespace detail

/// Puts vertices of `candidates` into at most `classes` independent sets by first fit in ascending order and returns
/// the remaining ones. Writes the first `kept` sets to `sets`, which has room for one more, to be overwritten by the
/// rest. `rows[v]`: the neighbours of v.
template <std::size_t M>
[[gnu::always_inline]] inline BitSet<M> colour(const BitSet<M>* rows, const BitSet<M>& candidates, std::size_t classes,
                                               std::size_t kept, BitSet<M>* sets) {
    BitSet<M> left = candidates;
    if constexpr (M <= 8) {
        for (std::size_t c = 0; c < classes && left.any(); ++c) {
            const BitSet<M> before = left;
            BitSet<M> open = left;
            detail::take_class<0>(rows, left, open);
            sets[c < kept ? c : kept] = before - left;
        }
    } else {
        std::size_t low = 0;
        for (std::size_t c = 0; c < classes; ++c) {
            while (low < M && left.word(low) == 0) ++low;
            if (low == M) break;
            BitSet<M> open = left;
            BitSet<M>& set = sets[c < kept ? c : kept];
            set = {};
            for (std::size_t w = low; w < M; ++w) {
                std::uint64_t now = open.word(w);
                while (now != 0) {
                    const auto bit = static_cast<std::size_t>(__builtin_ctzll(now));
                    const BitSet<M>& row = rows[64 * w + bit];
                    set.word(w) |= std::uint64_t{1} << bit;
                    now &= now - 1;
                    now &= ~row.word(w);
                    for (std::size_t later = w + 1; later < M; ++later) open.word(later) &= ~row.word(later);
                }
                left.word(w) &= ~set.word(w);
            }
        }
    }
    return left;
}

}  // namespace scrump::maxclique

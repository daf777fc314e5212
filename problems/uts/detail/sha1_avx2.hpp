#pragma once
// SHA-1 of eight messages at once with AVX2. Its sixteen registers do not hold the sixteen words beside the working
// variables, so the words lie in memory, which costs nothing but a load.

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstdint>

#include "sha1_message.hpp"

namespace scrump::uts {

struct Avx2Sha1 {
    static constexpr unsigned lanes = 8;
    using Words = __m256i;

    /// `words` 0 … 5 are the messages'; the rest is workspace.
    [[gnu::target("avx2"), gnu::always_inline]] static inline void hash(Words (&words)[16], Words (&digest)[5]) {
        for (unsigned i = 0; i < 5; ++i) digest[i] = all(message::start[i]);
        rounds<0>(digest, words);
        for (unsigned i = 0; i < 5; ++i) digest[i] = _mm256_add_epi32(digest[i], all(sha1_start[i]));
    }

  private:
    [[gnu::target("avx2"), gnu::always_inline]] static inline Words all(std::uint32_t value) {
        return _mm256_set1_epi32(static_cast<int>(value));
    }

    template <int Bits>
    [[gnu::target("avx2"), gnu::always_inline]] static inline Words rotate(Words x) {
        // Twice x is x shifted by one, and more units can add.
        const Words high = Bits == 1 ? _mm256_add_epi32(x, x) : _mm256_slli_epi32(x, Bits);
        return _mm256_or_si256(high, _mm256_srli_epi32(x, 32 - Bits));
    }

    template <unsigned T>
    [[gnu::target("avx2"), gnu::always_inline]] static inline void schedule(Words (&w)[16]) {
        constexpr message::Terms terms = message::terms(T);
        Words word = w[terms.word[0]];
        if constexpr (terms.count > 1) word = _mm256_xor_si256(word, w[terms.word[1]]);
        if constexpr (terms.count > 2) word = _mm256_xor_si256(word, w[terms.word[2]]);
        if constexpr (terms.count > 3) word = _mm256_xor_si256(word, w[terms.word[3]]);
        if constexpr (terms.constant != 0) word = _mm256_xor_si256(word, all(terms.constant));
        w[T % 16] = rotate<1>(word);
    }

    // The mix of b, c and d in round T.
    template <unsigned T>
    [[gnu::target("avx2"), gnu::always_inline]] static inline Words mix(Words b, Words c, Words d) {
        if constexpr (T < 20) return _mm256_xor_si256(d, _mm256_and_si256(b, _mm256_xor_si256(c, d)));
        if constexpr (T >= 40 && T < 60) {
            // If b and c differ, d decides: two bits that are never both set may be added.
            const Words differ = _mm256_and_si256(d, _mm256_xor_si256(b, c));
            return _mm256_add_epi32(_mm256_and_si256(b, c), differ);
        }
        return _mm256_xor_si256(b, _mm256_xor_si256(c, d));
    }

    // The working variables stay in place and change their names from round to round.
    template <unsigned T>
    [[gnu::target("avx2"), gnu::always_inline]] static inline void rounds(Words (&s)[5], Words (&w)[16]) {
        if constexpr (T < message::rounds) {
            if constexpr (T >= 16) schedule<T>(w);
            const Words& a = s[(80 - T) % 5];
            Words& b = s[(81 - T) % 5];
            const Words& c = s[(82 - T) % 5];
            const Words& d = s[(83 - T) % 5];
            Words& e = s[(84 - T) % 5];
            Words sum = all(message::addends[T]);
            if constexpr (!message::is_fixed(T)) sum = _mm256_add_epi32(sum, w[T % 16]);
            if constexpr (T >= 5) sum = _mm256_add_epi32(sum, e);
            if constexpr (T >= 2) {
                sum = _mm256_add_epi32(sum, mix<T>(b, c, d));
                b = rotate<30>(b);
            }
            if constexpr (T >= 1) sum = _mm256_add_epi32(sum, rotate<5>(a));
            e = sum;
            rounds<T + 1>(s, w);
        }
    }
};

}  // namespace scrump::uts

#endif

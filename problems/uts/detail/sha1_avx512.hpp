#pragma once
// SHA-1 of sixteen messages at once, in the registers of AVX-512, which hold the five working variables and sixteen
// words. Any function of three bits is one instruction (vpternlogd), and so is a rotation.

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstdint>

#include "sha1_message.hpp"

namespace scrump::uts {

struct Avx512Sha1 {
    static constexpr unsigned lanes = 16;
    using Words = __m512i;

    /// `words` 0 … 5 are the messages'; the rest is workspace.
    [[gnu::target("avx512f"), gnu::always_inline]] static inline void hash(Words (&words)[16], Words (&digest)[5]) {
        for (unsigned i = 0; i < 5; ++i) digest[i] = all(message::start[i]);
        rounds<0>(digest, words);
        for (unsigned i = 0; i < 5; ++i) digest[i] = _mm512_add_epi32(digest[i], all(sha1_start[i]));
    }

  private:
    // The truth tables of vpternlogd, bit 4a + 2b + c for the inputs a, b, c.
    static constexpr int exclusive_or = 0x96;
    static constexpr int choose = 0xca;
    static constexpr int majority = 0xe8;

    [[gnu::target("avx512f"), gnu::always_inline]] static inline Words all(std::uint32_t value) {
        return _mm512_set1_epi32(static_cast<int>(value));
    }

    // A number from memory is added to all lanes by one instruction. g++ 12 does not know this, and uses a second one
    // that competes with the rounds.
    [[gnu::target("avx512f"), gnu::always_inline]] static inline Words plus(Words x, const std::uint32_t& number) {
        Words sum;
        asm("vpaddd %2%{1to16%}, %1, %0" : "=v"(sum) : "v"(x), "m"(number));
        return sum;
    }

    // Without a mask it is the same instruction, but the compiler's header then makes it from a variable that is never
    // set, about which g++ warns.
    template <int Bits>
    [[gnu::target("avx512f"), gnu::always_inline]] static inline Words rotate(Words x) {
        return _mm512_maskz_rol_epi32(0xffff, x, Bits);
    }

    template <unsigned T>
    [[gnu::target("avx512f"), gnu::always_inline]] static inline void schedule(Words (&w)[16]) {
        constexpr message::Terms terms = message::terms(T);
        Words word = w[terms.word[0]];
        if constexpr (terms.count == 4) {
            word = _mm512_ternarylogic_epi32(word, w[terms.word[1]], w[terms.word[2]], exclusive_or);
            word = _mm512_xor_si512(word, w[terms.word[3]]);
        } else if constexpr (terms.count == 3 && terms.constant == 0) {
            word = _mm512_ternarylogic_epi32(word, w[terms.word[1]], w[terms.word[2]], exclusive_or);
        } else {
            if constexpr (terms.count > 2)
                word = _mm512_ternarylogic_epi32(word, w[terms.word[1]], w[terms.word[2]], exclusive_or);
            else if constexpr (terms.count > 1)
                word = _mm512_xor_si512(word, w[terms.word[1]]);
            if constexpr (terms.constant != 0) word = _mm512_xor_si512(word, all(terms.constant));
        }
        w[T % 16] = rotate<1>(word);
    }

    // The working variables stay in place and change their names from round to round.
    template <unsigned T>
    [[gnu::target("avx512f"), gnu::always_inline]] static inline void rounds(Words (&s)[5], Words (&w)[16]) {
        if constexpr (T < message::rounds) {
            if constexpr (T >= 16) schedule<T>(w);
            const Words& a = s[(80 - T) % 5];
            Words& b = s[(81 - T) % 5];
            const Words& c = s[(82 - T) % 5];
            const Words& d = s[(83 - T) % 5];
            Words& e = s[(84 - T) % 5];
            Words sum;
            if constexpr (message::is_fixed(T)) {
                sum = plus(e, message::addends[T]);
            } else {
                sum = plus(w[T % 16], message::addends[T]);
                if constexpr (T >= 5) sum = _mm512_add_epi32(sum, e);
            }
            if constexpr (T >= 2) {
                constexpr int mix = T < 20 ? choose : T >= 40 && T < 60 ? majority : exclusive_or;
                sum = _mm512_add_epi32(sum, _mm512_ternarylogic_epi32(b, c, d, mix));
                b = rotate<30>(b);
            }
            if constexpr (T >= 1) sum = _mm512_add_epi32(sum, rotate<5>(a));
            e = sum;
            rounds<T + 1>(s, w);
        }
    }
};

}  // namespace scrump::uts

#endif

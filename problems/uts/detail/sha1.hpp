#pragma once
// SHA-1 (FIPS 180-4) as far as Unbalanced Tree Search needs it: for messages that fit into one block. Siblings differ
// in one message word, so that two or three are hashed at once: one hash is a chain of dependent instructions, and
// interleaved chains fill the gaps.
//
// One hash at a time, or the children of one node. Those of many nodes are hashed by sha1_many.hpp. `enter(f)` compiles
// a loop around the hash for its instruction set: a function compiled for any processor cannot inline one compiled for
// some.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <scrump/problems/uts/hash_choice.hpp>

namespace scrump::uts {

/// A digest: five words, the first byte of the digest is the top byte of the first word.
using State = std::array<std::uint32_t, 5>;

inline constexpr State sha1_start = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/// Plain C++.
struct PortableSha1 {
    static bool available() { return true; }

    template <class F>
    static decltype(auto) enter(F&& f) {
        return f();
    }

    /// The state after one more block of sixteen big-endian words.
    static State compress(const State& state, std::array<std::uint32_t, 16> words) {
        State s = state;
        rounds<0>(s, words);
        for (std::size_t i = 0; i < 5; ++i) s[i] += state[i];
        return s;
    }

    /// Children `first`, `first` + 1, … of `parent`, one for each reference.
    template <class... States>
    static void children(const State& parent, std::uint32_t first, States&... out) {
        ((out = compress(sha1_start, {parent[0], parent[1], parent[2], parent[3], parent[4], first++, 0x80000000, 0, 0,
                                      0, 0, 0, 0, 0, 0, 24 * 8})),
         ...);
    }

  private:
    // Twenty rounds of each kind, unrolled so that the working variables need not be moved.
    template <unsigned T>
    [[gnu::always_inline]] static inline void rounds(State& s, std::array<std::uint32_t, 16>& w) {
        if constexpr (T < 80) {
            constexpr std::array<std::uint32_t, 4> constants = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
            std::uint32_t& word = w[T % 16];
            if constexpr (T >= 16) word = std::rotl(w[(T + 13) % 16] ^ w[(T + 8) % 16] ^ w[(T + 2) % 16] ^ word, 1);
            const std::uint32_t a = s[(80 - T) % 5];
            std::uint32_t& b = s[(81 - T) % 5];
            const std::uint32_t c = s[(82 - T) % 5];
            const std::uint32_t d = s[(83 - T) % 5];
            std::uint32_t& e = s[(84 - T) % 5];
            std::uint32_t mixed = b ^ c ^ d;
            if constexpr (T < 20) mixed = d ^ (b & (c ^ d));
            if constexpr (T >= 40 && T < 60) mixed = (b & c) | (d & (b | c));
            e += std::rotl(a, 5) + mixed + constants[T / 20] + word;
            b = std::rotl(b, 30);
            rounds<T + 1>(s, w);
        }
    }
};

#if defined(__x86_64__)

/// The SHA extensions of x86-64: four rounds per instruction (Intel, New instructions supporting SHA, 2013).
struct ShaNi {
    static bool available();

    template <class F>
    [[gnu::target("sha,sse4.1")]] static decltype(auto) enter(F&& f) {
        return f();
    }

    /// Child `first` of `parent`, and those after it.
    [[gnu::target("sha,sse4.1")]] static inline void children(const State& parent, std::uint32_t first, State& out) {
        const __m128i low = load(parent);
        run(Stream(low, parent[4], first, out));
    }

    [[gnu::target("sha,sse4.1")]] static inline void children(const State& parent, std::uint32_t first, State& out,
                                                              State& second) {
        const __m128i low = load(parent);
        run(Stream(low, parent[4], first, out), Stream(low, parent[4], first + 1, second));
    }

    [[gnu::target("sha,sse4.1")]] static inline void children(const State& parent, std::uint32_t first, State& out,
                                                              State& second, State& third) {
        const __m128i low = load(parent);
        run(Stream(low, parent[4], first, out), Stream(low, parent[4], first + 1, second),
            Stream(low, parent[4], first + 2, third));
    }

    /// Child `index[i]` of `parent[i]`, three at once.
    [[gnu::target("sha,sse4.1")]] static inline void three(const State (&parent)[3], const std::uint32_t (&index)[3],
                                                           State (&out)[3]) {
        run(Stream(load(parent[0]), parent[0][4], index[0], out[0]),
            Stream(load(parent[1]), parent[1][4], index[1], out[1]),
            Stream(load(parent[2]), parent[2][4], index[2], out[2]));
    }

  private:
    // The instructions need the first of four words in the highest lane.
    [[gnu::target("sha,sse4.1"), gnu::always_inline]] static inline __m128i reverse(__m128i words) {
        return _mm_shuffle_epi32(words, 0x1b);
    }

    [[gnu::target("sha,sse4.1"), gnu::always_inline]] static inline __m128i load(const State& state) {
        return reverse(_mm_loadu_si128(reinterpret_cast<const __m128i*>(state.data())));
    }

    [[gnu::target("sha,sse4.1"), gnu::always_inline]] static inline __m128i start() {
        return _mm_setr_epi32(0x10325476, static_cast<int>(0x98badcfe), static_cast<int>(0xefcdab89), 0x67452301);
    }

    [[gnu::target("sha,sse4.1"), gnu::always_inline]] static inline __m128i start_e() {
        return _mm_setr_epi32(0, 0, 0, static_cast<int>(sha1_start[4]));
    }

    // One hash under way.
    struct Stream {
        __m128i abcd;
        __m128i before;  // abcd four rounds ago, whose a makes the next e
        __m128i words[4];
        State& out;

        [[gnu::target("sha,sse4.1"), gnu::always_inline]] Stream(__m128i low, std::uint32_t fifth, std::uint32_t index,
                                                                 State& result)
            : abcd(start()),
              before(start_e()),
              words{low,
                    _mm_setr_epi32(0, static_cast<int>(0x80000000), static_cast<int>(index), static_cast<int>(fifth)),
                    _mm_setzero_si128(), _mm_setr_epi32(24 * 8, 0, 0, 0)},
              out(result) {}

        // Rounds 4 Quad … 4 Quad + 3.
        template <int Quad>
        [[gnu::target("sha,sse4.1"), gnu::always_inline]] void rounds() {
            __m128i& word = words[Quad % 4];
            if constexpr (Quad >= 4)
                word = _mm_sha1msg2_epu32(
                    _mm_xor_si128(_mm_sha1msg1_epu32(word, words[(Quad + 1) % 4]), words[(Quad + 2) % 4]),
                    words[(Quad + 3) % 4]);
            const __m128i e = Quad == 0 ? _mm_add_epi32(before, word) : _mm_sha1nexte_epu32(before, word);
            before = abcd;
            abcd = _mm_sha1rnds4_epu32(abcd, e, Quad / 5);
        }

        [[gnu::target("sha,sse4.1"), gnu::always_inline]] void finish() {
            const __m128i e = _mm_sha1nexte_epu32(before, start_e());
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out.data()), reverse(_mm_add_epi32(abcd, start())));
            out[4] = static_cast<std::uint32_t>(_mm_extract_epi32(e, 3));
        }
    };

    template <int Quad = 0, class... Streams>
    [[gnu::target("sha,sse4.1"), gnu::always_inline]] static inline void run(Streams&&... streams) {
        (streams.template rounds<Quad>(), ...);
        if constexpr (Quad < 19)
            run<Quad + 1>(streams...);
        else
            (streams.finish(), ...);
    }
};

#endif

/// The state of child `index` of `parent`.
using ChildHash = State(const State& parent, std::uint32_t index);

/// The fastest function for one hash at a time, unless the choice is the portable one.
ChildHash* child_hash(HashChoice hash);

}  // namespace scrump::uts

#pragma once
// The one expensive operation on decomposition numbers, for each instruction set: subtract 1 from those bytes of a
// 64-byte block whose bit is set in a mask.
//
// A program built for any x86-64 chooses the kernel at run time. So that a kernel is nevertheless inlined into the
// search loop, the whole loop is compiled for the kernel's instruction set: `enter(f)` calls `f` from a function that
// has that set as its target. `f` and all functions between it and the kernel must be always inlined: compiled by
// themselves, for any processor, they could not inline the kernel. (The attribute `flatten` does not suffice: g++ 12
// leaves some calls, clang++ 14 flattens one level.)

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scrump::semigroups {

inline constexpr std::size_t block_bytes = 64;

/// Plain C++. Eight bytes at a time; no byte underflows (a masked one is at least 1), so no borrow crosses bytes.
struct Portable {
    static bool available() { return true; }

    template <class F>
    static decltype(auto) enter(F&& f) {
        return f();
    }

    static void decrement(std::uint8_t* out, const std::uint8_t* in, std::uint64_t mask) {
        for (std::size_t i = 0; i < block_bytes; i += 8) {
            std::uint64_t bytes;
            std::memcpy(&bytes, in + i, 8);
            bytes -= spread[(mask >> i) & 0xff];
            std::memcpy(out + i, &bytes, 8);
        }
    }

  private:
    // Entry b: the eight bits of b as eight bytes 0 or 1, in memory order.
    static constexpr std::array<std::uint64_t, 256> spread = [] {
        std::array<std::uint64_t, 256> table{};
        for (unsigned b = 0; b < 256; ++b) {
            std::array<std::uint8_t, 8> bytes{};
            for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>((b >> i) & 1);
            table[b] = std::bit_cast<std::uint64_t>(bytes);
        }
        return table;
    }();
};

#if defined(__x86_64__)

/// 32 bytes at a time: each mask bit is copied to its byte by a shuffle and compared.
struct Avx2 {
    static bool available();

    template <class F>
    [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]] static decltype(auto) enter(F&& f) {
        return f();
    }

    [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]] static inline void decrement(std::uint8_t* out,
                                                                               const std::uint8_t* in,
                                                                               std::uint64_t mask) {
        half(out, in, static_cast<std::uint32_t>(mask));
        half(out + 32, in + 32, static_cast<std::uint32_t>(mask >> 32));
    }

  private:
    [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]] static inline void half(std::uint8_t* out, const std::uint8_t* in,
                                                                          std::uint32_t mask) {
        const __m256i byte_of = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
        const __m256i bit_of = _mm256_set1_epi64x(static_cast<std::int64_t>(0x8040201008040201));
        const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(mask)), byte_of);
        const __m256i minus = _mm256_cmpeq_epi8(_mm256_and_si256(copies, bit_of), bit_of);
        const __m256i bytes = _mm256_load_si256(reinterpret_cast<const __m256i*>(in));
        _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm256_add_epi8(bytes, minus));
    }
};

/// A whole block at a time: the mask is a mask register.
struct Avx512 {
    static bool available();

    template <class F>
    [[gnu::target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,lzcnt,popcnt")]] static decltype(auto) enter(
        F&& f) {
        return f();
    }

    [[gnu::target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,lzcnt,popcnt")]] static inline void decrement(
        std::uint8_t* out, const std::uint8_t* in, std::uint64_t mask) {
        const __m512i bytes = _mm512_load_si512(in);
        _mm512_store_si512(out, _mm512_mask_sub_epi8(bytes, mask, bytes, _mm512_set1_epi8(1)));
    }
};

#endif

}  // namespace scrump::semigroups

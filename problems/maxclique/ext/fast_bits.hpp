#pragma once
// Gathering and scattering bits (x86's PEXT and PDEP), by which a subgraph is renumbered without gaps, if the processor
// does it fast. The search does not need this to work, only to be quick.

#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__)
#define SCRUMP_HAS_FAST_BITS 1
/// For functions that are called only after `wide_bits()` returned true. Their inlined callees are compiled for them
/// anew.
#define SCRUMP_FAST_BITS [[gnu::target("avx2,bmi,bmi2,popcnt")]]
/// For functions that do the work on other processors, which are so few that these are compiled to be small.
#define SCRUMP_PLAIN_BITS [[gnu::cold]]
#else
#define SCRUMP_HAS_FAST_BITS 0
#define SCRUMP_FAST_BITS
#define SCRUMP_PLAIN_BITS
#endif

namespace scrump::maxclique {

#if SCRUMP_HAS_FAST_BITS

/// Whether this processor has the instructions of SCRUMP_FAST_BITS: any x86-64 of AMD and Intel since about 2015.
inline bool wide_bits() {
    static const bool wide = [] {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    }();
    return wide;
}

/// Whether it also gathers bits in a few cycles: not AMD before Zen 3, where it is microcode and slower than doing
/// without.
inline bool fast_bits() {
    static const bool fast =
        wide_bits() && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2") && !__builtin_cpu_is("amdfam15h");
    return fast;
}

/// The bits of `word` that `mask` selects, moved together at the low end.
[[gnu::target("bmi2"), gnu::always_inline]] inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
    return __builtin_ia32_pext_di(word, mask);
}

/// The opposite: the low bits of `word` moved to the places that `mask` selects.
[[gnu::target("bmi2"), gnu::always_inline]] inline std::uint64_t scatter_bits(std::uint64_t word, std::uint64_t mask) {
    return __builtin_ia32_pdep_di(word, mask);
}

#endif

}  // namespace scrump::maxclique

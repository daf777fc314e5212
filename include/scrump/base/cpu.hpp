#pragma once
// What the processor that runs the program can do beyond what the program was compiled for: kernels written for several
// instruction sets are chosen by it at run time. All answers are false on other than x86-64 processors.

namespace scrump::cpu {

/// AVX2 with BMI1, BMI2, LZCNT and POPCNT, which every processor with AVX2 has.
bool has_avx2();

/// AVX-512 F, BW, DQ and VL, with all of `has_avx2`.
bool has_avx512();

/// The SHA extensions (SHA-NI) with SSE4.1.
bool has_sha();

}  // namespace scrump::cpu

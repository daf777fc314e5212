#pragma once
// Capabilities of the processor beyond those for which the program was compiled: kernels written for several
// instruction sets are chosen by them at run time. All functions return false on processors other than x86-64.

namespace scrump::cpu {

/// Whether it has AVX2 with BMI1, BMI2, LZCNT and POPCNT, as every processor with AVX2 does.
bool has_avx2();

/// Whether it has AVX-512 F, BW, DQ and VL, with all of `has_avx2`.
bool has_avx512();

/// Whether it has the SHA extensions (SHA-NI) with SSE4.1.
bool has_sha();

}  // namespace scrump::cpu

#include <scrump/base/cpu.hpp>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace scrump::cpu {

#if defined(__x86_64__)

// __builtin_cpu_supports also asks whether the operating system saves the wide registers.
bool has_avx2() {
    static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                            __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    return has;
}

bool has_avx512() {
    static const bool has = has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return has;
}

// Older compilers do not know "sha" by name. Leaf 7, EBX bit 29 (Intel SDM, volume 2A, CPUID).
bool has_sha() {
    static const bool has = [] {
        unsigned eax = 0;
        unsigned ebx = 0;
        unsigned ecx = 0;
        unsigned edx = 0;
        return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 &&
               ((ebx >> 29) & 1) != 0;
    }();
    return has;
}

#else

bool has_avx2() {
    return false;
}
bool has_avx512() {
    return false;
}
bool has_sha() {
    return false;
}

#endif

}  // namespace scrump::cpu

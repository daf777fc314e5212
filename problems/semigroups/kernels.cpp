#include "detail/kernels.hpp"

#include <scrump/base/cpu.hpp>

namespace scrump::semigroups {

#if defined(__x86_64__)
bool Avx2::available() {
    return cpu::has_avx2();
}
bool Avx512::available() {
    return cpu::has_avx512();
}
#endif

}  // namespace scrump::semigroups

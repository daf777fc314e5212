#include "sha1.hpp"

#include <scrump/base/cpu.hpp>

namespace scrump::uts {

#if defined(__x86_64__)
bool ShaNi::available() {
    return cpu::has_sha();
}
#endif

}  // namespace scrump::uts

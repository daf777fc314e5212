#pragma once
// What AddressSanitizer must be told where a thread goes on on another stack; nothing without it.

#include "sanitizers.hpp"

#include <cstddef>

#if SCRUMP_UNDER_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif

namespace scrump::detail {

/// Before the switch to a stack; `saved`: keeps what belongs to the present one, null if that is not returned to.
inline void start_switch([[maybe_unused]] void** saved, [[maybe_unused]] const void* bottom,
                         [[maybe_unused]] std::size_t size) {
#if SCRUMP_UNDER_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(saved, bottom, size);
#endif
}

/// After it, on the other stack; `saved`: what was kept when it was left, null the first time. Sets `bottom` and `size`
/// to the place of the stack that was left, unless they are null.
inline void finish_switch([[maybe_unused]] void* saved, [[maybe_unused]] const void** bottom,
                          [[maybe_unused]] std::size_t* size) {
#if SCRUMP_UNDER_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(saved, bottom, size);
#endif
}

/// The frames at a stack's beginning never return: records of them would be applied to the next use of the memory.
/// `top`: its highest address.
inline void forget_frames([[maybe_unused]] void* top) {
#if SCRUMP_UNDER_ADDRESS_SANITIZER
    constexpr std::size_t beginning = std::size_t{64} << 10U;
    __asan_unpoison_memory_region(static_cast<char*>(top) - beginning, beginning);
#endif
}

/// What lies on this stack is in use for ever.
inline void keep_for_ever([[maybe_unused]] const void* bottom, [[maybe_unused]] std::size_t size) {
#if SCRUMP_UNDER_ADDRESS_SANITIZER
    __lsan_register_root_region(bottom, size);
#endif
}

}  // namespace scrump::detail

#pragma once
// Which sanitizers watch this code.

// g++ 12 defines a macro for each, clang has features.
#ifdef __has_feature
#define SCRUMP_HAS_FEATURE(feature) __has_feature(feature)
#else
#define SCRUMP_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || SCRUMP_HAS_FEATURE(address_sanitizer)
#define SCRUMP_UNDER_ADDRESS_SANITIZER 1
#else
#define SCRUMP_UNDER_ADDRESS_SANITIZER 0
#endif
#if SCRUMP_HAS_FEATURE(memory_sanitizer)
#define SCRUMP_UNDER_MEMORY_SANITIZER 1
#else
#define SCRUMP_UNDER_MEMORY_SANITIZER 0
#endif
#if defined(__SANITIZE_THREAD__) || SCRUMP_HAS_FEATURE(thread_sanitizer)
#define SCRUMP_UNDER_THREAD_SANITIZER 1
#else
#define SCRUMP_UNDER_THREAD_SANITIZER 0
#endif

namespace scrump::detail {

inline constexpr bool under_thread_sanitizer = SCRUMP_UNDER_THREAD_SANITIZER == 1;
/// One that watches each block of memory.
inline constexpr bool under_memory_checker = SCRUMP_UNDER_ADDRESS_SANITIZER == 1 || SCRUMP_UNDER_MEMORY_SANITIZER == 1;

}  // namespace scrump::detail

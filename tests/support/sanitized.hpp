#pragma once
// Whether the tests run under a sanitizer, where some would take too long as they are.

namespace scrump::test {

#ifdef SCRUMP_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace scrump::test

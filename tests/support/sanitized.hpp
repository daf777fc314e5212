#pragma once
// Whether the tests run under a sanitizer, where some would take too long as they are.

namespace scrump::test {

#ifdef SCRUMP_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// How many random cases are tried: sanitizers look at how something is done, which is the same for all of them.
constexpr unsigned few_or(unsigned usual) {
    return sanitized && usual > 6 ? 6 : usual;
}

}  // namespace scrump::test

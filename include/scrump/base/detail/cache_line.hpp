#pragma once
// Keeping data written by different threads on different cache lines.

#include <cstddef>

namespace scrump::detail {

/// Alignment at which two objects never share a line: two lines of 64 bytes, because x86 fetches them in pairs.
inline constexpr std::size_t cache_line = 128;

}  // namespace scrump::detail

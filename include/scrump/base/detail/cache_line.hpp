#pragma once
// Keeping what different threads write on different cache lines.

#include <cstddef>

namespace scrump::detail {

/// What to align to so that two objects never share a line: two lines of 64 bytes, because x86 fetches them in pairs.
inline constexpr std::size_t cache_line = 128;

}  // namespace scrump::detail

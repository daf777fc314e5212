#pragma once
// Keeping data written by different threads on different cache lines.

#include <cstddef>
#include <new>

namespace scrump::detail {

/// Alignment at which two objects never share a line: two lines of 64 bytes, because x86 fetches them in pairs.
inline constexpr std::size_t cache_line = 128;

/// Base of classes of such objects that are made for every run: aligned memory costs several times as much as other
/// memory, with room to align them.
struct AlignedObject {
    static void* operator new(std::size_t bytes, std::align_val_t alignment);
    static void operator delete(void* object, std::align_val_t alignment) noexcept;
};

}  // namespace scrump::detail

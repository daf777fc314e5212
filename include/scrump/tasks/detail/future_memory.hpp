#pragma once
// Memory of the states of futures: a task has one, so it is made and freed millions of times a second, often by
// different threads.
//
// Each thread keeps free blocks by size, in a magazine that it uses and a full or empty one; full ones that it cannot
// keep go to a common depot, where threads without free blocks get theirs. So threads meet once for a magazine of
// blocks, even where one makes all futures and others drop them.

#include <cstddef>

namespace scrump::detail {

/// Memory of this size, aligned for all types without an alignment of their own. Throws std::bad_alloc.
void* allocate_future(std::size_t size);
/// Frees it; any thread may.
void free_future(void* memory, std::size_t size) noexcept;

}  // namespace scrump::detail

#pragma once
// For deques whose owner nobody asks for anything.

#include <scrump/base/detail/cache_line.hpp>

#include <cstddef>

namespace scrump::detail {

class TaskWorker;

/// In place of a deque's owner, which the deque only passes on.
inline TaskWorker& no_owner() {
    alignas(cache_line) static std::byte place[1];
    return *reinterpret_cast<TaskWorker*>(place);
}

}  // namespace scrump::detail

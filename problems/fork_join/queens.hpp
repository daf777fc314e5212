#pragma once
// Counts the ways to place n queens that do not attack each other: a task for each partial placement, with a child for
// each free square.

#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <cstdint>

namespace scrump::fork_join {

/// Number of placements on a board of `size` rows, 1 to 32.
TaskResult<std::uint64_t> queens(unsigned size, const TaskOptions& options = {});

/// The same without tasks.
std::uint64_t queens_by_hand(unsigned size);

}  // namespace scrump::fork_join

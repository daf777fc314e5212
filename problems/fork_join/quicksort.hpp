#pragma once
// Quicksort: the upper part of each partition is a task. Bound by memory for large inputs.

#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::fork_join {

/// `count` numbers, the same for the same seed.
std::vector<std::int32_t> numbers_to_sort(std::size_t count, std::uint64_t seed = 1);

/// Sorts the numbers. After a computation that was stopped they are in another order than before, and none is lost.
TaskResult<void> quicksort(std::span<std::int32_t> numbers, const TaskOptions& options = {});

/// The same without tasks.
void quicksort_by_hand(std::span<std::int32_t> numbers);

}  // namespace scrump::fork_join

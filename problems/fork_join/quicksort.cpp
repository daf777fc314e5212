#include "quicksort.hpp"

#include <scrump/base/random.hpp>
#include <scrump/tasks.hpp>

#include "detail/quicksort_parts.hpp"

namespace scrump::fork_join {
namespace {

using Numbers = std::span<std::int32_t>;

void sort_task(Fork fork, Numbers numbers) {
    if (numbers.size() <= few_numbers) return sort_few(numbers);
    const Parts parts = divide(numbers);
    auto upper = fork.spawn<sort_task>(parts.upper);
    fork.call<sort_task>(parts.lower);
    fork.sync(upper);
}

}  // namespace

std::vector<std::int32_t> numbers_to_sort(std::size_t count, std::uint64_t seed) {
    std::vector<std::int32_t> numbers(count);
    SplitMix64 random(seed);
    for (std::int32_t& number : numbers) number = static_cast<std::int32_t>(random() >> 32U);
    return numbers;
}

TaskResult<void> quicksort(Numbers numbers, const TaskOptions& options) {
    return run_tasks<sort_task>(options, numbers);
}

void quicksort_by_hand(Numbers numbers) {
    if (numbers.size() <= few_numbers) return sort_few(numbers);
    const Parts parts = divide(numbers);
    quicksort_by_hand(parts.lower);
    quicksort_by_hand(parts.upper);
}

}  // namespace scrump::fork_join

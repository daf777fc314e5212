#include "quicksort.hpp"

#include <scrump/base/random.hpp>
#include <scrump/tasks.hpp>

#include <algorithm>
#include <utility>

namespace scrump::fork_join {
namespace {

using Numbers = std::span<std::int32_t>;

constexpr std::size_t few = 64;  // are sorted at once

std::int32_t median(std::int32_t a, std::int32_t b, std::int32_t c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

struct Parts {
    Numbers lower, upper;
};

// Hoare's: all of the lower part are at most the pivot, all of the upper part at least; neither is empty.
Parts divide(Numbers numbers) {
    const std::int32_t pivot = median(numbers.front(), numbers[numbers.size() / 2], numbers.back());
    std::int32_t* low = numbers.data();
    std::int32_t* high = numbers.data() + numbers.size() - 1;
    while (true) {
        while (*low < pivot) ++low;
        while (pivot < *high) --high;
        if (low >= high) break;
        std::swap(*low++, *high--);
    }
    const std::size_t split =
        std::clamp<std::size_t>(static_cast<std::size_t>(low - numbers.data()), 1, numbers.size() - 1);
    return {numbers.first(split), numbers.subspan(split)};
}

void sort_task(Fork fork, Numbers numbers) {
    if (numbers.size() <= few) return std::sort(numbers.begin(), numbers.end());
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

TasksResult<void> quicksort(Numbers numbers, const TasksOptions& options) {
    return run_tasks<sort_task>(options, numbers);
}

void quicksort_by_hand(Numbers numbers) {
    if (numbers.size() <= few) return std::sort(numbers.begin(), numbers.end());
    const Parts parts = divide(numbers);
    quicksort_by_hand(parts.lower);
    quicksort_by_hand(parts.upper);
}

}  // namespace scrump::fork_join

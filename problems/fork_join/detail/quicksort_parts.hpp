#pragma once
// Shared parts of all implementations of quicksort: the partition, and the sorting of few numbers.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace scrump::fork_join {

/// At most this many numbers are not partitioned.
inline constexpr std::size_t few_numbers = 64;

/// Sorts few numbers: the place of a number is the count of smaller ones. No branch depends on the numbers, which would
/// be mispredicted half of the time, and one instruction compares many.
inline void sort_few(std::span<std::int32_t> numbers) {
    std::array<std::int32_t, few_numbers> given;
    given.fill(std::numeric_limits<std::int32_t>::max());  // no number is greater
    std::ranges::copy(numbers, given.begin());
    std::array<std::uint8_t, few_numbers> taken{};  // places taken by equal numbers
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::uint32_t less = 0;
        for (const std::int32_t other : given) less += other < given[i];
        numbers[less + taken[less]++] = given[i];
    }
}

/// Two parts of a partition, neither of them empty.
struct Parts {
    std::span<std::int32_t> lower, upper;
};

inline std::int32_t median(std::int32_t a, std::int32_t b, std::int32_t c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// Hoare's partition: all numbers of the lower part are at most the pivot, all of the upper part at least. Needs at
/// least two numbers.
inline Parts divide(std::span<std::int32_t> numbers) {
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

}  // namespace scrump::fork_join

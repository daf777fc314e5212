#pragma once
// Sorting and prefix sums as plain calls.

#include <scrump/tasks/parallel_calls.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

namespace detail {

/// Below this number of elements a sort is not divided.
inline constexpr std::ptrdiff_t sorted_alone = 4096;

/// Whether an element is cheap to copy, so that both of two can be read where one is needed.
template <class Value>
inline constexpr bool is_small = std::is_trivially_copyable_v<Value>&& std::is_copy_assignable_v<Value> &&
                                 sizeof(Value) <= 2 * sizeof(void*);

/// Merges from both ends towards the middle until one range has at most one element: two chains of comparisons
/// that do not wait for each other, without a branch that depends on one. The places that it is given then belong to
/// the elements that remain.
template <class From, class To, class Less>
void merge_from_both_ends(From& first, From& first_end, From& second, From& second_end, To& to, const Less& less) {
    To to_end = to + (first_end - first) + (second_end - second);
    // Even if all that is taken is from one range, this many steps do not use it up.
    while (auto left = std::min(first_end - first, second_end - second) / 2) {
        for (; left > 0; --left) {
            const bool take_second = less(*second, *first);
            *to = take_second ? *second : *first;
            ++to;
            second += take_second ? 1 : 0;
            first += take_second ? 0 : 1;
            const bool first_is_last = less(*(second_end - 1), *(first_end - 1));
            --to_end;
            *to_end = first_is_last ? *(first_end - 1) : *(second_end - 1);
            first_end -= first_is_last ? 1 : 0;
            second_end -= first_is_last ? 0 : 1;
        }
    }
}

/// Merges two sorted ranges into another one, equal elements of the first before those of the second.
template <class From, class To, class Less>
void merge_into(From first, From first_end, From second, From second_end, To to, const Less& less) {
    if ((first_end - first) + (second_end - second) <= sorted_alone) {
        if (first == first_end || second == second_end || !less(*second, *(first_end - 1))) {
            std::move(second, second_end, std::move(first, first_end, to));
            return;
        }
        if constexpr (is_small<std::iter_value_t<From>>)
            merge_from_both_ends(first, first_end, second, second_end, to, less);
        std::merge(std::make_move_iterator(first), std::make_move_iterator(first_end), std::make_move_iterator(second),
                   std::make_move_iterator(second_end), to, less);
        return;
    }
    const bool first_is_longer = first_end - first >= second_end - second;
    From middle = first;
    From other = second;
    if (first_is_longer) {
        middle = first + (first_end - first) / 2;
        other = std::lower_bound(second, second_end, *middle, less);
    } else {
        other = second + (second_end - second) / 2;
        middle = std::upper_bound(first, first_end, *other, less);
    }
    parallel_invoke(
        [&] { merge_into(first, middle, second, other, to, less); },
        [&] { merge_into(middle, first_end, other, second_end, to + (middle - first) + (other - second), less); });
}

/// Sorts a few elements by inserting each into those before.
template <class Place, class Less>
void insert_each(Place first, Place end, const Less& less) {
    for (Place next = first; next != end; ++next) {
        auto value = std::move(*next);
        Place hole = next;
        for (; hole != first && less(value, *(hole - 1)); --hole) *hole = std::move(*(hole - 1));
        *hole = std::move(value);
    }
}

/// Sorts a range, which ends in the buffer if `into_buffer`.
template <class Place, class Buffer, class Less>
void sort_range(Place first, Place end, Buffer buffer, bool into_buffer, const Less& less) {
    static constexpr std::ptrdiff_t few = 24;
    const auto size = end - first;
    if (size <= few) {
        insert_each(first, end, less);
        if (into_buffer) std::move(first, end, buffer);
        return;
    }
    const auto half = size / 2;
    const auto lower = [&] { sort_range(first, first + half, buffer, !into_buffer, less); };
    const auto upper = [&] { sort_range(first + half, end, buffer + half, !into_buffer, less); };
    if (size <= sorted_alone) {
        lower();
        upper();
    } else {
        parallel_invoke(lower, upper);
    }
    if (into_buffer) {
        merge_into(first, first + half, first + half, end, buffer, less);
    } else {
        merge_into(buffer, buffer + half, buffer + half, buffer + size, first, less);
    }
}

}  // namespace detail

/// Sorts a range; equal elements keep their order. Takes memory for as many elements again, which must be movable and
/// have a default value. If `less` throws, each place has some element.
template <std::random_access_iterator Place, class Less = std::less<>>
void parallel_sort(Place first, Place end, const Less& less = {}) {
    // Not a vector: several threads write to it, where bits of one word would be no places of their own.
    const auto buffer = std::make_unique<std::iter_value_t<Place>[]>(static_cast<std::size_t>(end - first));
    detail::sort_range(first, end, buffer.get(), false, less);
}

/// Writes the prefix sums of a range: at each place, the elements up to and including that one, combined in their order
/// by an associative function. `to` may be the beginning of the range. Returns the end of the written range.
template <std::random_access_iterator From, std::random_access_iterator To, class Combine = std::plus<>>
To parallel_scan(From first, From end, To to, const Combine& combine = {}) {
    using Value = std::iter_value_t<From>;
    const auto size = static_cast<std::size_t>(end - first);
    if (size == 0) return to;
    static constexpr std::size_t smallest_block = 1024;
    static constexpr std::size_t most_blocks = 256;
    const std::size_t block = std::max(smallest_block, (size - 1) / most_blocks + 1);
    const std::size_t blocks = (size - 1) / block + 1;
    const auto at = [](auto place, std::size_t index) {
        return place + static_cast<std::iter_difference_t<decltype(place)>>(index);
    };
    const auto end_of = [&](std::size_t index) { return std::min(size, (index + 1) * block); };
    std::vector<std::optional<Value>> sums(blocks);
    parallel_for(std::size_t{0}, blocks - 1, [&](std::size_t index) {
        const From begin = at(first, index * block);
        sums[index + 1] = std::accumulate(begin + 1, at(first, end_of(index)), Value(*begin), combine);
    });
    for (std::size_t index = 2; index < blocks; ++index)
        sums[index].emplace(std::invoke(combine, *sums[index - 1], std::move(*sums[index])));
    parallel_for(std::size_t{0}, blocks, [&](std::size_t index) {
        From from = at(first, index * block);
        const From last = at(first, end_of(index));
        To into = at(to, index * block);
        Value sum = sums[index] ? std::invoke(combine, *sums[index], *from) : Value(*from);
        for (*into = sum; ++from != last;) *++into = sum = std::invoke(combine, std::move(sum), *from);
    });
    return at(to, size);
}

}  // namespace scrump

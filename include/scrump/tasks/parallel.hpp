#pragma once
// Loops as tasks: a range is halved until its pieces are small, and each upper half may be stolen. Loops nest to any
// depth: a body may take a fork of its own.

#include <scrump/base/error.hpp>
#include <scrump/tasks/fork.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace scrump {

namespace detail {

/// Whether all workers can call a body, with a fork or without.
template <class Body, class Index>
inline constexpr bool is_body =
    std::disjunction_v<std::is_invocable<const Body&, Fork, Index>, std::is_invocable<const Body&, Index&>>;

/// Default size of pieces: some thousand pieces per worker, so that irregular bodies even out, while the cost of
/// spawning a piece (some nanoseconds) is spread over many iterations in long loops.
inline std::size_t usual_grain(std::size_t size, unsigned workers) {
    static constexpr std::size_t pieces = 1024;
    return std::max<std::size_t>(size / (pieces * workers), 1);
}

/// Number of indices from `begin` up to `end`, which may be more than an Index holds.
template <std::integral Index>
std::size_t count_between(Index begin, Index end) {
    return static_cast<std::size_t>(end) - static_cast<std::size_t>(begin);
}

/// Type of a loop's counter: a type for both ends, so that neither is truncated to the other's.
template <std::integral Index>
struct IndexRange {
    Index begin;
    Index end;

    bool empty() const { return begin >= end; }
    std::size_t grain(std::size_t wanted, const Fork& fork) const {
        return wanted > 0 ? wanted : usual_grain(count_between(begin, end), fork.workers());
    }
};

/// The range between two numbers, perhaps of a signed and an unsigned type. Throws UsageError for a negative number if
/// the common type is unsigned.
template <std::integral Begin, std::integral End>
IndexRange<std::common_type_t<Begin, End>> index_range(Begin begin, End end) {
    using Index = std::common_type_t<Begin, End>;
    if constexpr (std::is_unsigned_v<Index> && std::is_signed_v<Begin>) {
        if (begin < 0)
            throw UsageError("a loop from " + std::to_string(begin) +
                             " up to an unsigned number: both ends have to be of signed types");
    }
    if constexpr (std::is_unsigned_v<Index> && std::is_signed_v<End>) {
        if (end < 0) return {};
    }
    return {static_cast<Index>(begin), static_cast<Index>(end)};
}

template <std::integral Index, class Body>
void run_pieces(Fork fork, Index begin, Index end, std::size_t grain, const Body& body) {
    static_assert(is_body<Body, Index>,
                  "the body of a loop is a function of an index, or of a scrump::Fork, by value, and an index; several "
                  "workers call it at once, so it cannot be a mutable lambda");
    if (count_between(begin, end) <= grain) {
        fork.communicate();
        for (Index i = begin; i < end; ++i) {
            if constexpr (std::is_invocable_v<const Body&, Fork, Index>) {
                fork.call(body, i);
            } else {
                body(i);
            }
        }
        return;
    }
    const Index middle = std::midpoint(begin, end);
    auto upper =
        fork.spawn([middle, end, grain, &body](Fork inner) { run_pieces(std::move(inner), middle, end, grain, body); });
    fork.call([&](Fork inner) { run_pieces(std::move(inner), begin, middle, grain, body); });
    fork.sync(upper);
}

template <class T, std::integral Index, class Map, class Combine>
T reduce_pieces(Fork fork, Index begin, Index end, std::size_t grain, const Map& map, const Combine& combine) {
    static_assert(
        is_body<Map, Index>,
        "what a loop combines is a function of an index, or of a scrump::Fork, by value, and an index; several "
        "workers call it at once, so it cannot be a mutable lambda");
    const auto value_of = [&](Index i) -> T {
        if constexpr (std::is_invocable_v<const Map&, Fork, Index>) {
            return fork.call(map, i);
        } else {
            return map(i);
        }
    };
    if (count_between(begin, end) <= grain) {
        fork.communicate();
        T sum = value_of(begin);
        for (Index i = begin; ++i < end;) sum = std::invoke(combine, std::move(sum), value_of(i));
        return sum;
    }
    const Index middle = std::midpoint(begin, end);
    std::optional<T> above;
    auto upper = fork.spawn([middle, end, grain, &map, &combine, &above](Fork inner) {
        above.emplace(reduce_pieces<T>(std::move(inner), middle, end, grain, map, combine));
    });
    T below =
        fork.call([&](Fork inner) { return reduce_pieces<T>(std::move(inner), begin, middle, grain, map, combine); });
    fork.sync(upper);
    return std::invoke(combine, std::move(below), std::move(*above));
}

}  // namespace detail

/// Calls `body(i)`, or `body(fork, i)` with a fork for the body's own tasks, for each i from `begin` up to `end`, in
/// pieces of at most `grain`; 0: chosen by the size. Returns when all calls have returned; rethrows what one of them
/// throws. `i` has the common type of both ends; throws UsageError if that is unsigned and `begin` is negative.
template <std::integral Begin, std::integral End, class Body>
void parallel_for(Fork& fork, Begin begin, End end, const Body& body, std::size_t grain = 0) {
    const auto range = detail::index_range(begin, end);
    if (range.empty()) return;
    grain = range.grain(grain, fork);
    detail::run_pieces(detail::LentFork(fork).own(), range.begin, range.end, grain, body);
}

/// Combines `map(i)`, or `map(fork, i)`, for each i from `begin` up to `end`, in their order: `combine(a, b)` must be
/// associative, but need not be commutative. Returns `none` for an empty range. Indices, pieces and exceptions as for
/// parallel_for().
template <class T, std::integral Begin, std::integral End, class Map, class Combine = std::plus<>>
T parallel_reduce(Fork& fork, Begin begin, End end, T none, const Map& map, const Combine& combine = {},
                  std::size_t grain = 0) {
    const auto range = detail::index_range(begin, end);
    if (range.empty()) return none;
    grain = range.grain(grain, fork);
    return detail::reduce_pieces<T>(detail::LentFork(fork).own(), range.begin, range.end, grain, map, combine);
}

}  // namespace scrump

#pragma once
// Parallel loops and calls that need no fork: from anywhere, nested to any depth.
//
//     scrump::parallel_for(0, n, [&](int i) { result[i] = f(i); });
//     const double sum = scrump::parallel_reduce(0, n, 0.0, [&](int i) { return result[i]; });
//     const auto [a, b] = scrump::parallel_invoke([&] { return left(); }, [&] { return right(); });
//
// The calling thread works, and the threads of a Pool help.

#include <scrump/tasks/detail/pieces.hpp>
#include <scrump/tasks/parallel_options.hpp>
#include <scrump/tasks/pool.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// Calls `body(i)` for each i from `begin` up to `end`. Returns when all calls have returned; rethrows what one of them
/// throws, after which no further one begins. `i` has the common type of both ends; throws UsageError if that is
/// unsigned and `begin` is negative, and Cancelled as the options say.
template <std::integral Begin, std::integral End, class Body>
void parallel_for(Begin begin, End end, const Body& body, const ParallelOptions& options = {}) {
    const auto range = detail::index_range(begin, end);
    using Index = std::common_type_t<Begin, End>;
    static_assert(std::is_invocable_v<const Body&, Index>,
                  "the body of a loop is a function of an index; several workers call it at once, so it cannot be a "
                  "mutable lambda");
    detail::run_range(
        range,
        [&body](Index from, Index to) {
            for (; from < to; ++from) std::invoke(body, from);
        },
        options);
}

/// Calls `body(i, j)`, or `body(i, j, k)`, for each index of a grid with these extents, each from 0. The last index
/// changes fastest within a piece. Otherwise as parallel_for().
template <std::size_t dimensions, class Body>
void parallel_for(const std::array<std::size_t, dimensions>& extents, const Body& body,
                  const ParallelOptions& options = {});

/// Combines `map(i)` for each i from `begin` up to `end`, in their order: `combine(a, b)` must be associative, but need
/// not be commutative. Returns `none` for an empty range. Indices and exceptions as for parallel_for().
template <class T, std::integral Begin, std::integral End, class Map, class Combine = std::plus<>>
T parallel_reduce(Begin begin, End end, T none, const Map& map, const Combine& combine = {},
                  const ParallelOptions& options = {}) {
    const auto range = detail::index_range(begin, end);
    using Index = std::common_type_t<Begin, End>;
    static_assert(
        std::is_invocable_r_v<T, const Map&, Index>,
        "what a loop combines is a function of an index, whose result converts to the type of the first value; "
        "several workers call it at once, so it cannot be a mutable lambda");
    if (range.empty()) return none;
    const auto value_of = [&](Index from, Index to) { return detail::fold_piece<T>(from, to, map, combine); };
    if (options.affinity != nullptr) throw UsageError("a reduction has no affinity: it is for loops without a result");
    const std::size_t iterations = detail::count_between(range.begin, range.end);
    ParallelOptions chosen = options;
    if (options.deterministic && options.grain == 0) chosen.grain = detail::fixed_piece_size(iterations);
    const detail::PlainCall call;
    detail::RangePieces pieces(iterations, chosen, detail::piece_history<T, Map, Combine>);
    std::optional<T> value;
    if (detail::alone()) {
        const std::size_t size = options.deterministic ? chosen.grain : pieces.size_alone();
        value = detail::reduce_alone<T>(range.begin, range.end, size, pieces, value_of, combine);
    } else {
        value = detail::reduce_range<T>(call.fork(), range.begin, range.end, pieces, value_of, combine);
    }
    pieces.check();
    return std::move(*value);
}

/// Calls `body(element)` for each element of a range, with a reference to it. Otherwise as parallel_for().
template <std::ranges::forward_range Range, class Body>
void parallel_for_each(Range&& range, const Body& body, const ParallelOptions& options = {}) {
    if constexpr (std::ranges::random_access_range<Range>) {
        const auto first = std::ranges::begin(range);
        using Offset = std::ranges::range_difference_t<Range>;
        parallel_for(
            Offset{0}, static_cast<Offset>(std::ranges::distance(range)),
            [&](Offset i) { std::invoke(body, first[i]); }, options);
    } else {
        std::vector<std::ranges::iterator_t<Range>> places;
        for (auto place = std::ranges::begin(range); place != std::ranges::end(range); ++place) places.push_back(place);
        parallel_for(
            std::size_t{0}, places.size(), [&](std::size_t i) { std::invoke(body, *places[i]); }, options);
    }
}

/// Combines `map(element)` for each element of a range in their order, beginning with `first`: `combine` must be
/// associative. As parallel_reduce().
template <std::ranges::random_access_range Range, class T, class Combine, class Map>
T transform_reduce(const Range& range, T first, const Combine& combine, const Map& map,
                   const ParallelOptions& options = {}) {
    const auto begin = std::ranges::begin(range);
    using Offset = std::ranges::range_difference_t<const Range>;
    const auto size = static_cast<Offset>(std::ranges::distance(range));
    if (size == 0) return first;
    const auto value_of = [&](Offset i) -> T { return std::invoke(map, begin[i]); };
    T of_all = parallel_reduce(Offset{0}, size, first, value_of, combine, options);
    return std::invoke(combine, std::move(first), std::move(of_all));
}

namespace detail {

/// What a call without a result leaves.
struct Nothing {};

template <class Function>
auto result_of(Function& function) {
    if constexpr (std::is_void_v<std::invoke_result_t<Function&>>) {
        std::invoke(function);
        return Nothing();
    } else {
        return std::invoke(function);
    }
}

template <std::size_t i, class Results, class Functions>
void invoke_from(Fork fork, bool isolated, Results& results, Functions& functions) {
    constexpr bool is_last = i + 1 == std::tuple_size_v<Functions>;
    const auto own = [&] {
        const Frame frame(fork, isolated);
        std::get<i>(results).emplace(result_of(std::get<i>(functions)));
    };
    if constexpr (is_last) {
        own();
    } else {
        auto others = fork.spawn([isolated, &results, &functions](Fork inner) {
            invoke_from<i + 1>(std::move(inner), isolated, results, functions);
        });
        Frame::expose(fork);
        own();
        fork.sync(others);
    }
}

}  // namespace detail

/// Calls functions without arguments, perhaps at the same time, and returns a tuple of their results, or nothing if all
/// return nothing. Returns when all have returned; rethrows what one of them throws.
template <std::invocable... Functions>
auto parallel_invoke(Functions&&... functions) {
    std::tuple<std::optional<decltype(detail::result_of(functions))>...> results;
    std::tuple<Functions&...> all(functions...);
    const detail::PlainCall call;
    if (detail::alone()) {
        std::apply([&](auto&... result) { (result.emplace(detail::result_of(functions)), ...); }, results);
    } else {
        detail::call_helpers(sizeof...(Functions) - 1);
        detail::invoke_from<0>(call.fork(), call.isolated(), results, all);
    }
    if constexpr (!(std::is_void_v<std::invoke_result_t<Functions&>> && ...)) {
        return std::apply([](auto&... result) { return std::make_tuple(std::move(*result)...); }, results);
    }
}

template <std::size_t dimensions, class Body>
void parallel_for(const std::array<std::size_t, dimensions>& extents, const Body& body,
                  const ParallelOptions& options) {
    static_assert(dimensions == 2 || dimensions == 3, "a grid has two or three dimensions");
    std::size_t size = 1;
    for (const std::size_t extent : extents) {
        if (extent != 0 && size > std::numeric_limits<std::size_t>::max() / extent)
            throw UsageError("a grid has more indices than can be counted");
        size *= extent;
    }
    const auto piece = [&](std::size_t from, std::size_t to) {
        std::array<std::size_t, dimensions> at{};
        std::size_t rest = from;
        for (std::size_t d = dimensions; d-- > 0; rest /= extents[d]) at[d] = rest % extents[d];
        for (; from < to; ++from) {
            std::apply([&](auto... index) { std::invoke(body, index...); }, at);
            for (std::size_t d = dimensions; d-- > 0 && ++at[d] == extents[d];) at[d] = 0;
        }
    };
    detail::run_range(detail::IndexRange<std::size_t>{0, size}, piece, options);
}

}  // namespace scrump

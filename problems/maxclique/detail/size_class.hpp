#pragma once
// From a number of vertices known at run time to a number of words known at compile time, so that bit-set loops unroll.

#include <scrump/base/error.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace scrump::maxclique {

#ifdef SCRUMP_FEW_SIZE_CLASSES
// For builds with sanitizers, which take long to compile and do not test anything that depends on the size.
using SizeClasses = std::index_sequence<4, 13, 1024>;
using FewSizeClasses = SizeClasses;
#else
/// The numbers of words for which the search is compiled: few, as each takes seconds to compile. A set that is wider
/// than the graph costs little, because deep in the tree, where nearly all of the time goes, nodes are examined in
/// subgraphs of their own candidates (induced.hpp).
using SizeClasses = std::index_sequence<2, 4, 7, 13, 25, 64, 256, 1024>;

/// Fewer of them, for searches that are less often used.
using FewSizeClasses = std::index_sequence<4, 13, 64, 1024>;
#endif

/// Largest graph that can be searched: 65,536 vertices.
inline constexpr std::size_t max_vertices = std::size_t{64} * 1024;

namespace detail {

template <std::size_t W, std::size_t... Larger, class F>
decltype(auto) with_size_class(std::index_sequence<W, Larger...>, std::size_t vertices, F&& f) {
    if constexpr (sizeof...(Larger) > 0)
        if (vertices > 64 * W) return with_size_class(std::index_sequence<Larger...>{}, vertices, std::forward<F>(f));
    return std::forward<F>(f)(std::integral_constant<std::size_t, W>{});
}

}  // namespace detail

/// Returns `f(std::integral_constant<std::size_t, W>{})` for the smallest of the size classes that holds `vertices`;
/// `f` must return the same type for every W. Throws Error above `max_vertices`.
template <class Classes = SizeClasses, class F>
decltype(auto) with_size_class(std::size_t vertices, F&& f) {
    if (vertices > max_vertices)
        throw Error("maximum clique: the graph has " + std::to_string(vertices) + " vertices; at most " +
                    std::to_string(max_vertices) + " can be searched");
    return detail::with_size_class(Classes{}, vertices, std::forward<F>(f));
}

}  // namespace scrump::maxclique

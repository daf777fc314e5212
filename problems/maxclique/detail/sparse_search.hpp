#pragma once
// The search of a sparse graph for one width of its dense problems: declared here, defined in
// sparse_search_definition.hpp, and compiled in two files.

#include <scrump/problems/maxclique/detail/solve_class.hpp>
#include <scrump/problems/maxclique/detail/sparse_space.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace scrump::maxclique::detail {

/// The numbers of words for which it is compiled: few, as the dense search uses fewer words where it can.
using SparseSizeClasses = std::index_sequence<4, 13, 64, widest_problem / 64>;

/// Finds a largest clique of the space's graph, or with `target` one of at least that many vertices. `good`, if not
/// empty, is a known clique that meets the goal. Needs space.widest() ≤ 64·W.
template <std::size_t W>
[[gnu::cold]] Solution search_sparse(const SparseSpace& space, std::optional<std::int32_t> target,
                                     const SearchOptions& options, const Clique& good);

}  // namespace scrump::maxclique::detail

#pragma once
// The search for all cliques of one size for one size class of graphs, or of the dense problems in a sparse graph:
// declared here, defined in all_cliques_search_definition.hpp, and compiled in several files, because each of the size
// classes takes a while.

#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/detail/sparse_space.hpp>

#include <cstddef>

namespace scrump::maxclique::detail {

/// Instantiated for the words of FewSizeClasses. The cliques come in ascending order.
template <std::size_t W>
[[gnu::cold]] Answer<AllCliques> search_all(const graph::Graph& graph, std::size_t k, std::size_t wanted,
                                            SearchOptions options);

/// In a sparse graph: for the words of SparseSizeClasses, which must hold space.widest(). The space is for cliques of
/// more than k - 1 vertices.
template <std::size_t W>
[[gnu::cold]] Answer<AllCliques> search_all_sparse(SparseSpace space, std::size_t k, std::size_t wanted,
                                                   SearchOptions options);

}  // namespace scrump::maxclique::detail

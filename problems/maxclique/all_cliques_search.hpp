#pragma once
// The search for all cliques of one size for one size class of graphs: declared here, defined in
// all_cliques_search_definition.hpp, and compiled in two files, because each of the size classes takes a while.

#include <scrump/problems/maxclique/all_cliques.hpp>

#include <cstddef>

namespace scrump::maxclique::detail {

/// Instantiated for the words of FewSizeClasses. The cliques come in ascending order.
template <std::size_t W>
AllCliques search_all(const graph::Graph& graph, std::size_t k, std::size_t wanted, Options options);

}  // namespace scrump::maxclique::detail

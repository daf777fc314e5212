#pragma once
// The order in which the clique search numbers the vertices: colouring and branching both follow it, so it decides how
// good the bounds are.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <vector>

namespace scrump::maxclique {

/// All vertices of `graph` in degeneracy order (minimum width: Carraghan and Pardalos 1990; San Segundo et al., BBMC):
/// a vertex of minimum degree in the rest of the graph is repeatedly removed and placed last; ties go to the smallest
/// sum of the neighbours' degrees in `graph`, then to the largest number. So a vertex has as few neighbours before it
/// as possible. O(vertices² / 64 + edges) and the ties.
std::vector<std::size_t> degeneracy_order(const graph::Graph& graph);

}  // namespace scrump::maxclique

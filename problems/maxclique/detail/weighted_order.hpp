#pragma once
// The order in which the search for a clique of maximum weight numbers the vertices: order.hpp with weights.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// All vertices of `graph`, those to branch on first last: repeatedly, a vertex is removed and placed last whose
/// neighbours in the rest weigh little, which makes for small subtrees, and that is heavy itself, as heavy vertices are
/// expensive to colour and leave little to the vertices before them. With equal weights a degeneracy order. O(vertices²
/// / 64 + edges). Weights are not negative.
std::vector<std::size_t> weighted_order(const graph::Graph& graph, std::span<const Weight> weights);

}  // namespace scrump::maxclique

#pragma once
// Descriptions that tell graphs apart when a search is resumed.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>

#include <string>

namespace scrump::graph {

/// Description such as "a graph with 4 vertices and 5 edges, DIGEST". O(vertices² / 64).
std::string describe(const Graph& graph);

/// Description such as "a sparse graph with 4 vertices and 5 edges, DIGESTS". O(vertices + edges).
std::string describe(const SparseGraph& graph);

}  // namespace scrump::graph

#pragma once
// What tells one graph from another where a search is resumed.

#include <scrump/problems/graph/graph.hpp>

#include <string>

namespace scrump::graph {

/// "a graph with 4 vertices and 5 edges, DIGEST". O(vertices² / 64).
std::string describe(const Graph& graph);

}  // namespace scrump::graph

#pragma once
// Graphs in GraphML: U. Brandes, M. Eiglsperger, J. Lerner and C. Pich, "Graph markup language (GraphML)", Handbook of
// Graph Drawing and Visualization, 2013. Only nodes and edges of a file's single graph are read: data is skipped, with
// a warning if labels would count. The names of vertices are their ids.

#include <scrump/problems/graph/graph_file.hpp>

#include <string_view>

namespace scrump::graph {

/// See parse_graph(). Also throws Error for hyperedges and for graphs in a node. Takes several times the memory of the
/// text.
GraphFile parse_graphml(std::string_view text, const Reading& how);

}  // namespace scrump::graph

#pragma once
// Graphs in GraphML: U. Brandes, M. Eiglsperger, J. Lerner and C. Pich, "Graph markup language (GraphML)", Handbook of
// Graph Drawing and Visualization, 2013. Nodes and edges of the one graph of a file are read, and nothing else: data
// is skipped, with a warning where labels would count. Vertices are called by their ids.

#include <scrump/problems/graph/graph_file.hpp>

#include <string_view>

namespace scrump::graph {

/// See parse_graph(). Throws Error also for hyperedges and for graphs in a node. Takes several times the memory of the
/// text.
GraphFile parse_graphml(std::string_view text, const Reading& how);

}  // namespace scrump::graph

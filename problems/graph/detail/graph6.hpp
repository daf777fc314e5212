#pragma once
// Graphs as a line of printable characters: graph6, for dense ones, and sparse6. B. McKay, "Description of graph6,
// sparse6 and digraph6 encodings", with nauty. Each character encodes six bits, the highest first, as their value plus
// 63.
//
//     C~                  graph6: the number of vertices, then for each vertex whether it is adjacent to 0, 1, …
//     :Fa@x^              sparse6: ':', the number of vertices, then edges
//
// The line, or one before it, may begin with ">>graph6<<" or ">>sparse6<<". Only one graph is read from a text, and
// sparse6 may have loops and parallel edges. Vertices are numbered from 0.

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump::graph {

/// See parse_graph().
GraphFile parse_graph6(std::string_view text, const Reading& how);
GraphFile parse_sparse6(std::string_view text, const Reading& how);

/// Whether the first line of `text` could be graph6: its length is that of a graph of its size.
bool looks_like_graph6(std::string_view text);

/// Writes the graph without loops. Throws Error for a graph that is too large for a matrix.
void write_graph6(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

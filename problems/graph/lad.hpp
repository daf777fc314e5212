#pragma once
// Graphs in LAD, the format of Solnon's benchmark sets for subgraph isomorphism, without and with labels of vertices.
//
//     3                   vertices; they are numbered from 0
//     2 1 2               for each vertex its degree and its neighbours
//     1 0
//     1 0
//
// In labelled LAD each of these lines begins with the vertex's label, a whole number: `7 2 1 2`. Labels of edges are
// not supported. Graphs are undirected, so an edge is listed by both of its ends; a vertex that lists itself has a
// loop. The format has lines only by custom, but errors can only be told line by line; blank lines do not count.

#include <scrump/problems/graph/graph_file.hpp>

#include <cstddef>
#include <ostream>
#include <string_view>

namespace scrump::graph {

enum class LadLabels { none, vertices };

/// See parse_graph().
GraphFile parse_lad(std::string_view text, LadLabels labels, const Reading& how);

/// Whether the lines of `text` only make sense if they begin with labels.
LadLabels detect_labels(std::string_view text);

/// Where the first vertex of a text in LAD stands: the number of its line; 0 if there is none.
std::size_t line_of_first_vertex(std::string_view text);

/// Where labels are wanted and the graph has none, they are all 0.
void write_lad(std::ostream& out, const GraphFile& file, LadLabels labels);

}  // namespace scrump::graph

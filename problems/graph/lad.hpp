#pragma once
// Graphs in LAD, the format of Solnon's benchmark sets for subgraph isomorphism, with and without labels and
// directions.
//
//     3                   vertices; they are numbered from 0
//     2 1 2               for each vertex its degree and its neighbours (its successors, in directed LAD)
//     1 0
//     1 0
//
// In vertex-labelled LAD each of these lines begins with the vertex's label, a whole number: `7 2 1 2`. In labelled LAD
// each neighbour may be followed by the label of the edge to it as well: `7 2 1 5 2 6`; all are, or none. In LAD and
// vertex-labelled LAD an edge is listed by both of its ends, in the others an edge goes one way, to the vertex that is
// listed. These are the formats that the Glasgow Subgraph Solver reads. A vertex that lists itself has a loop. The
// format has lines only by custom, but errors can only be told line by line; blank lines do not count.

#include <scrump/base/text.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <cstddef>
#include <ostream>
#include <string_view>

namespace scrump::graph {

enum class LadKind { plain, directed, vertex_labelled, labelled };

/// See parse_graph().
GraphFile parse_lad(std::string_view text, LadKind kind, const Reading& how);

/// What `text` is: labelled if its lines only make sense if they begin with labels, vertex-labelled never; if there are
/// none, directed if it is no undirected graph. Where more than one makes sense, an undirected graph is meant rather
/// than a directed one, and rather one without labels.
LadKind detect_lad(std::string_view text);

/// Whether a line could be that of a vertex, in any kind of LAD.
bool is_lad_vertex(Line line);

/// Where the first vertex of a text in LAD stands: the number of its line; 0 if there is none.
std::size_t line_of_first_vertex(std::string_view text);

/// Where labels of vertices are wanted and the graph has none, they are all 0. Throws Error where labels are words.
void write_lad(std::ostream& out, const GraphFile& file, LadKind kind);

}  // namespace scrump::graph

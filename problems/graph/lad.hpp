#pragma once
// Graphs in LAD, the format of Solnon's benchmark sets for subgraph isomorphism, with and without labels and
// directions.
//
//     3                   number of vertices; they are numbered from 0
//     2 1 2               for each vertex its degree and its neighbours (its successors, in directed LAD)
//     1 0
//     1 0
//
// In vertex-labelled LAD each of these lines begins with the vertex's label, a whole number: `7 2 1 2`. In labelled LAD
// each neighbour may also be followed by the label of the edge to it: `7 2 1 5 2 6`; all are, or none. In LAD and
// vertex-labelled LAD an edge is listed by both of its ends; in the others an edge is directed to the listed vertex.
// These are the formats that the Glasgow Subgraph Solver reads. A vertex that lists itself has a loop. The format has
// lines only by custom, but errors can only be reported line by line; blank lines do not count.

#include <scrump/base/text.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <cstddef>
#include <ostream>
#include <string_view>

namespace scrump::graph {

enum class LadKind { plain, directed, vertex_labelled, labelled };

/// See parse_graph().
GraphFile parse_lad(std::string_view text, LadKind kind, const Reading& how);

/// The kind of LAD of `text`: labelled if its lines only make sense if they begin with labels, never vertex-labelled;
/// without labels, directed if it is not an undirected graph. If more than one kind makes sense, undirected graphs are
/// preferred, and those without labels.
LadKind detect_lad(std::string_view text);

/// Whether a line could be that of a vertex, in any kind of LAD.
bool is_lad_vertex(Line line);

/// Number of the line of the first vertex of a text in LAD; 0 if there is none.
std::size_t line_of_first_vertex(std::string_view text);

/// If labels of vertices are required and the graph has none, they are all 0. Throws Error if labels are words.
void write_lad(std::ostream& out, const GraphFile& file, LadKind kind);

}  // namespace scrump::graph

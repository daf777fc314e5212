#pragma once
// Graphs in the formats in which subgraph isomorphism instances are passed around: LAD, of Solnon's benchmark sets, LAD
// with labels of vertices, and DIMACS.
//
//     3                   vertices; they are numbered from 0
//     2 1 2               for each vertex its degree and its neighbours
//     1 0
//     1 0
//
// In labelled LAD each of these lines begins with the vertex's label, a whole number: `7 2 1 2`. Labels of edges are
// not supported. Graphs are undirected, so an edge is listed by both of its ends; a vertex that lists itself has a
// loop. The format has lines only by custom, but errors can only be told line by line; blank lines do not count.

#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::sip {

enum class Format { automatic, lad, labelled_lad, dimacs };

/// What `text` looks like. A text that begins with a digit is LAD unless it only makes sense with labels; any other is
/// DIMACS.
Format detect_format(std::string_view text);

/// Reads a graph; `name` is what messages call the text. DIMACS edges from a vertex to itself are loops. Throws Error
/// "name:line: …" for what is no graph or has more than `limit` vertices. `warn` is for DIMACS: see parse_dimacs().
LabelledGraph parse_graph(std::string_view text, const std::string& name, Format format = Format::automatic,
                          std::size_t limit = graph::max_vertices, const graph::Warn& warn = {});

/// Where the first vertex of a text in LAD stands: the number of its line; 0 if there is none.
std::size_t line_of_first_vertex(std::string_view text);

/// Writes LAD, labelled if the graph is.
std::string to_lad(const LabelledGraph& graph);

}  // namespace scrump::sip

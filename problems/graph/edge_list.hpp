#pragma once
// Graphs as lists of edges, one a line: those of SNAP and KONECT, tables in CSV, and what else circulates.
//
//     # a comment; % is one, too
//     10 12               an edge
//     12,25,0.5           the same; what follows the two ends is skipped, whatever it is
//     7                   a vertex without an edge
//
// Words are kept apart by blanks, tabs, commas or semicolons, and may stand in double quotes. Vertices are what the
// list mentions: where all are whole numbers below 2^32, in their order, else in the order in which they come. A first
// line "VERTICES EDGES", followed by so many edges of no greater numbers, says how many vertices there are; a first
// line of words above lines of numbers, or of such words as source and target, is a heading. Edges have no direction;
// one given again, or from its other end, is the same.

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump::graph {

/// See parse_graph(). Where the ends of edges are numbers, it is as fast as parse_sparse_dimacs(), and takes 16 bytes
/// an edge.
GraphFile parse_edge_list(std::string_view text, const Reading& how);

/// Vertices by the names that they have. Throws Error where a name has what separates words in it.
void write_edge_list(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

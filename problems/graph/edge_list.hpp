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
// line "VERTICES EDGES", followed by so many edges of no greater numbers, says how many vertices there are; a heading
// says which columns are the ends (table_heading.hpp). Edges have no direction, unless it is asked for; one given
// again, or then from its other end, is the same.
//
// In an adjacency list, as networkx writes it, each line is a vertex and neighbours of it:
//
//     1 2 3
//     2 3
//     3

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump::graph {

/// See parse_graph(). Where the ends of edges are numbers, it is as fast as parse_sparse_dimacs(), and takes 16 bytes
/// an edge.
GraphFile parse_edge_list(std::string_view text, const Reading& how);

/// See parse_graph().
GraphFile parse_adjacency_list(std::string_view text, const Reading& how);

/// Which vertices have a line in an adjacency list.
enum class LinesOf : unsigned char { some_vertices, every_vertex };

/// Whether a list is rather one of neighbours than of edges: no two lines begin with the same vertex, they have
/// different numbers of words, and either some have more than two or, as networkx does it, every vertex has a line.
bool looks_like_adjacency_list(std::string_view text, LinesOf lines_of = LinesOf::some_vertices);

/// Vertices by the names that they have. Throws Error where a name has what separates words in it.
void write_edge_list(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

#pragma once
// Graphs as lists of edges, one a line: those of SNAP and KONECT, tables in CSV, and what else circulates.
//
//     # a comment; % is one, too
//     10 12               an edge
//     12,25,0.5           the same; what follows the two ends is skipped, where a question needs no labels
//     7                   a vertex without an edge
//
// Words are kept apart by blanks, tabs, commas or semicolons, and may stand in double quotes, within which a quote is
// written twice. Vertices are what the list mentions: where all are whole numbers below 2^32, in their order, else in
// the order in which they come. A heading says which columns are the ends (table_heading.hpp). Edges have no direction,
// unless it is asked for; one given again, or then from its other end, is the same. A list may begin with its sizes:
// sized_edge_list.hpp.
//
// In an adjacency list, as networkx writes it, each line is a vertex and neighbours of it:
//
//     1 2 3
//     2 3
//     3
//
// Where the format is a guess, a text that refutes it is an error: vertices alone in a line that have edges in other
// lines, words below numbers, edges that are all loops, arrows, colons or brackets about the ends.

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string>
#include <string_view>

namespace scrump::graph {

/// See parse_graph(). Where the ends of edges are numbers, it is as fast as parse_sparse_dimacs(), and takes 16 bytes
/// an edge. If the list is not `how.guessed`, and its first line may be sizes, there is a warning.
GraphFile parse_edge_list(std::string_view text, const Reading& how);

/// See parse_graph().
GraphFile parse_adjacency_list(std::string_view text, const Reading& how);

/// Vertices by the names that they have. Throws Error for a name that is empty, or has the end of a line in it.
void write_edge_list(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

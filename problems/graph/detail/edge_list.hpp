#pragma once
// Graphs as lists of edges, one per line: those of SNAP and KONECT, tables in CSV, and similar files.
//
//     # a comment, as is %
//     10 12               an edge
//     12,25,0.5           the same; fields after the two ends are skipped, unless labels are needed
//     7                   a vertex without an edge
//
// Words are separated by blanks, tabs, commas or semicolons, and may stand in double quotes, within which a quote is
// written twice. Vertices are those that the list mentions: if all are whole numbers below 2^32, in their order,
// otherwise in the order of their first occurrence. A heading tells which columns are the ends (table_heading.hpp).
// Edges have no direction, unless it is requested; an edge given again, or then in the other direction, is the same. A
// list may begin with its sizes: sized_edge_list.hpp.
//
// In an adjacency list, as written by networkx, each line is a vertex and some of its neighbours:
//
//     1 2 3
//     2 3
//     3
//
// If the format is a guess, a text that refutes it is an error: vertices alone in a line that have edges in other
// lines, words below numbers, only loops as edges, arrows, colons or brackets around the ends.

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string>
#include <string_view>

namespace scrump::graph {

/// See parse_graph(). If the ends of edges are numbers, it is as fast as parse_sparse_dimacs(), and takes 16 bytes per
/// edge. Unless the list is `how.guessed`, it warns if the first line may be sizes.
GraphFile parse_edge_list(std::string_view text, const Reading& how);

/// See parse_graph().
GraphFile parse_adjacency_list(std::string_view text, const Reading& how);

/// Writes vertices by their names. Throws Error for a name that is empty, or contains a line break.
void write_edge_list(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

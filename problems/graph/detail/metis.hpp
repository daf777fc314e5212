#pragma once
// Graphs in the format of METIS, which the tenth DIMACS challenge also used: G. Karypis and V. Kumar, "METIS: A
// software package for partitioning unstructured graphs", manual, section "Graph file".
//
//     % a comment
//     4 3                 vertices, edges; then perhaps what is weighted, and how many weights each vertex has
//     2                   the neighbours of vertex 1; vertices are numbered from 1
//     1 3
//     2 4
//     3
//
// Each edge is listed by both of its ends. "011" as third number means that each line begins with the vertex's weight,
// and that an edge's weight follows each neighbour; "100" is for sizes of vertices. Weights of edges, sizes, and second
// and further weights of a vertex are skipped, and so are loops.

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump::graph {

/// See parse_graph().
GraphFile parse_metis(std::string_view text, const Reading& how);

/// Writes weights, if any, and no loops.
void write_metis(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

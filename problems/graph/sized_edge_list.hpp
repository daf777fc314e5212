#pragma once
// Lists of edges (edge_list.hpp) below their sizes:
//
//     4 3                 vertices and edges
//     1 2                 an edge
//     2 3
//     3 4
//
// The first line is "VERTICES EDGES" or "VERTICES", or the first two lines are one number each, or the first line is
// "VERTICES VERTICES EDGES", as in Matrix Market without its first line. Vertices are the numbers from 0, if any edge
// has that, or else from 1.

#include <scrump/problems/graph/graph_file.hpp>

#include <string_view>

namespace scrump::graph {

/// See parse_graph(). If the list is `how.guessed`, and its first line may be an edge, there is a warning; so there is
/// if it announces another number of edges than there are.
GraphFile parse_sized_edge_list(std::string_view text, const Reading& how);

/// Whether a list of edges begins with the number of its vertices and that of its edges.
enum class Sizes : unsigned char {
    no,
    maybe,  ///< they fit, but the first line may be an edge as well
    surely
};

/// Of a list without a heading. O(length), and less where the first lines show that there are none.
Sizes begins_with_sizes(std::string_view text);

}  // namespace scrump::graph

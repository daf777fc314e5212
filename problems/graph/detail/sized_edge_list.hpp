#pragma once
// Lists of edges (edge_list.hpp) preceded by their sizes:
//
//     4 3                 vertices and edges
//     1 2                 an edge
//     2 3
//     3 4
//
// The first line is "VERTICES EDGES" or "VERTICES", or the first two lines are one number each, or the first line is
// "VERTICES VERTICES EDGES", as in Matrix Market without its first line. Vertices are numbered from 0, if any edge has
// that number, and otherwise from 1.

#include <scrump/problems/graph/graph_file.hpp>

#include <string_view>

namespace scrump::graph {

/// See parse_graph(). If the list is `how.guessed`, and its first line may be an edge, it warns; likewise if the list
/// announces another number of edges than it has.
GraphFile parse_sized_edge_list(std::string_view text, const Reading& how);

/// Whether a list of edges begins with the numbers of its vertices and edges.
enum class Sizes : unsigned char {
    no,
    maybe,  ///< they fit, but the first line may be an edge as well
    surely
};

/// Examines a list without a heading. O(length), and less if the first lines show that there are no sizes.
Sizes begins_with_sizes(std::string_view text);

}  // namespace scrump::graph

#pragma once
// Graphs in the formats of RI: V. Bonnici, R. Giugno, A. Pulvirenti, D. Shasha and A. Ferro, "A subgraph isomorphism
// algorithm and its application to biochemical data", BMC Bioinformatics 14(S7), 2013.
//
//     #name               name of the graph
//     3                   number of vertices; they are numbered from 0
//     C                   label of each vertex, one per line
//     O
//     C
//     2                   number of edges
//     0 1                 an edge, or with a label: 0 1 double
//     1 2
//
// An edge goes from the first vertex to the second in the directed format (.gfd, and .ged with labels of edges), and
// both ways in the undirected one (.gfu and .geu). Either all edges have labels, or none. Labels are words or whole
// numbers (label_words.hpp). Only one graph is read from a text.

#include <scrump/problems/graph/graph_file.hpp>

#include <string_view>

namespace scrump::graph {

enum class GfdKind { directed, undirected };

/// See parse_graph().
GraphFile parse_gfd(std::string_view text, GfdKind kind, const Reading& how);

/// Whether a text begins as in one of these formats: with a name without blanks, the number of vertices, a word for
/// each of them, the number of edges, and the edges.
bool looks_like_gfd(std::string_view text);

/// Whether a text in one of these formats is the same graph in both: each edge is listed from both ends.
bool lists_both_ways(std::string_view text);

}  // namespace scrump::graph

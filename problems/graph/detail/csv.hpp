#pragma once
// Graphs in CSV whose edges may have directions and labels, and whose vertices may have labels: the format of that name
// of the Glasgow Subgraph Solver.
//
//     first>second,red    an edge from the first to the second, with a label
//     first,third,blue    an undirected edge
//     third,fourth        an edge without a label
//     first,,circle       the label of a vertex
//     fifth,              a vertex without a label, which need not have an edge
//
// Fields may stand in double quotes, within which a quote is written twice. A first line that names the first two
// columns as the ends (table_heading.hpp) is a heading. If any vertex has a label, vertices without one have the empty
// label; likewise edges. Vertices are in the order of their numbers, if all are whole numbers below 2^32, otherwise in
// the order of their first occurrence. Labels are words or whole numbers (label_words.hpp).

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump::graph {

/// See parse_graph().
GraphFile parse_csv(std::string_view text, const Reading& how);

/// Whether each line of `text` is one of this format, and some line cannot be in a list of edges: an edge `a>b`, or a
/// vertex `a,,label` or `a,`. O(length).
bool looks_like_csv(std::string_view text);

/// Whether each line of `text` is one of this format, and some edge or vertex has a label that is not a number; a
/// number may be a weight. O(length).
bool has_words_for_labels(std::string_view text);

/// Throws Error if a name or a label contains a line break, or a name is empty.
void write_csv(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

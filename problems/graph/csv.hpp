#pragma once
// Graphs in CSV whose edges may have directions and labels, and whose vertices may have labels: the format of that name
// of the Glasgow Subgraph Solver.
//
//     first>second,red    an edge from the first to the second, with a label
//     first,third,blue    an edge that goes both ways
//     third,fourth        one without a label
//     first,,circle       the label of a vertex
//     fifth,              a vertex that has no label, and need not have an edge
//
// What is between commas may stand in double quotes, within which a quote is written twice. A first line that names the
// first two columns as the ends (table_heading.hpp) is a heading. If any vertex has a label, vertices without one have
// the empty label, and so have edges. Vertices are in the order of their numbers, where all are whole numbers below
// 2^32, else in the order in which they come. Labels are words or whole numbers (label_words.hpp).

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump::graph {

/// See parse_graph().
GraphFile parse_csv(std::string_view text, const Reading& how);

/// Whether each line of `text` is one of this format, and some line is what a list of edges could not say: an edge
/// `a>b`, or a vertex `a,,label` or `a,`. O(length).
bool looks_like_csv(std::string_view text);

/// Whether each line of `text` is one of this format, and some edge or vertex has a label that is not a number, which
/// may be a weight. O(length).
bool has_words_for_labels(std::string_view text);

/// Throws Error where a name or a label has the end of a line in it, or a name is empty.
void write_csv(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

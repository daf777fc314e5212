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
// unless it is asked for; one given again, or then from its other end, is the same.
//
// In a sized list the first line is "VERTICES EDGES" or "VERTICES", or the first two lines are one number each, or the
// first line is "VERTICES VERTICES EDGES", as in Matrix Market without its first line. Vertices are then the numbers
// from 0, if any edge has that, or else from 1.
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

/// See parse_graph(). If the list is `how.guessed`, and its first line may be an edge, there is a warning; so there is
/// if it announces another number of edges than there are.
GraphFile parse_sized_edge_list(std::string_view text, const Reading& how);

/// See parse_graph().
GraphFile parse_adjacency_list(std::string_view text, const Reading& how);

/// What a text that is a list, with blanks, commas or semicolons between words, may be.
enum class ListKind : unsigned char {
    edges,
    neighbours,
    either,  ///< the same graph is read from both; no vertex stands alone that has edges
    unclear
};

/// Which of the two it is, so far as that can be told without being wrong. Lines of different numbers of words that
/// begin with different vertices, of which every one that is mentioned has a line, as networkx does it, are
/// neighbours; so are lines of at most two words of which some vertex stands alone in a line and is a neighbour in
/// another. Edges are the rest if no line has more than two words, all have as many, there is a heading, or all begin
/// with two whole numbers of which the first begins another line, too, or after which something is none. It is unclear
/// where neither holds, or both readings make sense. Throws Error "name:1: …" for a heading of a table that does not
/// say which columns are the ends.
ListKind kind_of_list(std::string_view text, const std::string& name);

/// Whether a list of edges begins with the number of its vertices and that of its edges.
enum class Sizes : unsigned char {
    no,
    maybe,  ///< they fit, but the first line may be an edge as well
    surely
};

/// Of a list without a heading. O(length), and less where the first lines show that there are none.
Sizes begins_with_sizes(std::string_view text);

/// Whether all lines are rows of a square matrix, of zeros and ones, or symmetric with zeros on its diagonal: three or
/// more. O(a row's length squared).
bool is_adjacency_matrix(std::string_view text);

/// Whether each line that is no comment has two words, and there is one.
bool is_list_of_pairs(std::string_view text);

/// Vertices by the names that they have. Throws Error for a name that is empty, or has the end of a line in it.
void write_edge_list(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

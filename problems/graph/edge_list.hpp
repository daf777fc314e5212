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
#include <string>
#include <string_view>

namespace scrump::graph {

/// See parse_graph(). Where the ends of edges are numbers, it is as fast as parse_sparse_dimacs(), and takes 16 bytes
/// an edge.
GraphFile parse_edge_list(std::string_view text, const Reading& how);

/// See parse_graph().
GraphFile parse_adjacency_list(std::string_view text, const Reading& how);

/// What a text that is a list, with blanks, commas or semicolons between words, may be.
enum class ListKind : unsigned char {
    edges,
    neighbours,
    either,  ///< the same graph is read from both
    unclear
};

/// Which of the two it is, so far as that can be told without being wrong. Lines of different numbers of words that
/// begin with different vertices, of which every one that is mentioned has a line, as networkx does it, are
/// neighbours. Edges are the rest if no line has more than two words, all have as many, there is a heading, or all
/// begin with two whole numbers of which the first begins another line, too, or after which something is none. It is
/// unclear where neither holds, or both readings make sense. Throws Error "name:1: …" for a heading of a table that
/// does not say which columns are the ends.
ListKind kind_of_list(std::string_view text, const std::string& name);

/// Whether each line that is no comment has two words, and there is one.
bool is_list_of_pairs(std::string_view text);

/// Vertices by the names that they have. Throws Error where a name has what separates words in it.
void write_edge_list(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph

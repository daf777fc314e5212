#pragma once
// What a text is that is a list of words in lines, as far as its looks tell: edges, neighbours, or a matrix.

#include <string>
#include <string_view>

namespace scrump::graph {

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
/// with two whole numbers of which the first begins another line, too, or after which not all words are whole numbers.
/// It is unclear where neither holds, or both readings make sense. Throws Error "name:1: …" for a heading of a table
/// that does not say which columns are the ends.
ListKind kind_of_list(std::string_view text, const std::string& name);

/// Whether all lines are rows of a square matrix, of zeros and ones, or symmetric with zeros on its diagonal: three or
/// more. O(a row's length squared).
bool is_adjacency_matrix(std::string_view text);

/// Whether each line that is no comment has two words, and there is one.
bool is_list_of_pairs(std::string_view text);

}  // namespace scrump::graph

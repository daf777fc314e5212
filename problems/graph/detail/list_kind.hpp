#pragma once
// The kind of a list of words in lines, as far as its looks tell: edges, neighbours, or a matrix.

#include <string>
#include <string_view>

namespace scrump::graph {

/// Possible kinds of a list, with blanks, commas or semicolons between words.
enum class ListKind : unsigned char {
    edges,
    neighbours,
    either,  ///< both readings give the same graph; no vertex with edges stands alone
    unclear
};

/// Which of the two kinds it is, as far as that is certain. Lines of different lengths that begin with different
/// vertices, where every mentioned vertex has a line, as in networkx, are neighbours; so are lines of at most two words
/// in which some vertex stands alone in a line and is a neighbour in another. Other lists are edges if no line has more
/// than two words, all have the same number, there is a heading, or all begin with two whole numbers of which the first
/// also begins another line, or after which not all words are whole numbers. It is unclear if neither holds, or both
/// readings make sense. Throws Error "name:1: …" for a heading of a table that does not tell which columns are the
/// ends.
ListKind kind_of_list(std::string_view text, const std::string& name);

/// Whether all lines are rows of a square matrix, of zeros and ones, or symmetric with zeros on its diagonal: three or
/// more. O(a row's length squared).
bool is_adjacency_matrix(std::string_view text);

/// Whether each line except comments has two words, and there is at least one.
bool is_list_of_pairs(std::string_view text);

}  // namespace scrump::graph

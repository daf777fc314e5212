#pragma once
// Tables of edges with a heading that names the columns, in any order, as written by Gephi, pandas and R.

#include <scrump/base/text.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::graph {

/// The columns of the ends of an edge in each line.
struct EdgeColumns {
    char separator;  ///< separator of fields; ' ' stands for any blanks
    std::size_t source;
    std::size_t target;
    std::size_t line;                      ///< line of the heading; 0 if it is a comment
    std::vector<std::string_view> others;  ///< names of the other columns
};

/// Whether a comment gives the numbers of vertices and edges, as in write_edge_list(): "3 vertices, 2 edges".
bool gives_counts(Line comment);

/// Whether a field is a number, with or without a fraction.
bool is_number(std::string_view field);

/// Whether the line names two columns as source and target, or from and to, in any case.
bool names_ends(std::string_view line);

/// The columns of a table whose heading is the first line that is not a comment; none without a heading. A line is a
/// heading if it names two columns so, or has words above numbers, unless the comment before it gives_counts(). So is
/// the last comment before that line, if it names as many columns as the line has, the ends among them. Throws Error
/// "name:line: …" for a heading that does not tell which columns are the ends.
std::optional<EdgeColumns> edge_columns(std::string_view text, const std::string& name);

/// The next field of a line, as quoted_field() (quoted.hpp) if it stands in quotes; it is removed together with the
/// separator after it.
std::string_view take_field(std::string_view& line, char separator);

}  // namespace scrump::graph

#pragma once
// Tables of edges with a heading that names the columns, in whatever order: what Gephi, pandas and R write.

#include <scrump/base/text.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::graph {

/// Where in each line the ends of an edge stand.
struct EdgeColumns {
    char separator;  ///< between fields; ' ' stands for any blanks
    std::size_t source;
    std::size_t target;
    std::size_t line;                      ///< of the heading; 0 if it is a comment
    std::vector<std::string_view> others;  ///< the names of the other columns
};

/// Whether a comment gives the numbers of vertices and edges, as write_edge_list() does: "3 vertices, 2 edges".
bool gives_counts(Line comment);

/// Whether a field is a number, with a fraction or without.
bool is_number(std::string_view field);

/// Whether the line names two columns as source and target, or from and to, in whatever case.
bool names_ends(std::string_view line);

/// The columns of a table whose heading is the first line that is not a comment; nothing where there is none. It is one
/// if it names two columns so, or has words above numbers, unless the comment before it gives_counts(). So is the last
/// comment before that line, if it names as many columns as the line has, the ends among them. Throws Error "name:line:
/// …" for a heading that leaves open which columns are the ends.
std::optional<EdgeColumns> edge_columns(std::string_view text, const std::string& name);

/// The next field of a line, as quoted_field() (quoted.hpp) where it stands in quotes, which is taken off with the
/// separator behind it.
std::string_view take_field(std::string_view& line, char separator);

}  // namespace scrump::graph

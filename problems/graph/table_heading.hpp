#pragma once
// Tables of edges with a heading that names the columns, in whatever order: what Gephi, pandas and R write.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace scrump::graph {

/// Where in each line the ends of an edge stand.
struct EdgeColumns {
    char separator;  ///< between fields; ' ' stands for any blanks
    std::size_t source;
    std::size_t target;
};

/// Whether the line names two columns as source and target, or from and to, in whatever case.
bool names_ends(std::string_view line);

/// The columns of a table whose heading is the first line; nothing where there is none. It is one if it names two
/// columns so, or has words above numbers. Throws Error "name:1: …" for a heading that leaves open which columns are
/// the ends.
std::optional<EdgeColumns> edge_columns(std::string_view text, const std::string& name);

/// The next field of a line, without quotes, which is taken off with the separator behind it.
std::string_view take_field(std::string_view& line, char separator);

}  // namespace scrump::graph

#pragma once
// Formats of graphs that are recognised by their looks, but not read.

#include <optional>
#include <string>
#include <string_view>

namespace scrump::graph {

/// The format of a text, and advice for its user: "GML, which is not read; networkx can, and writes GraphML". None if
/// the text is not in one of these formats. Examines only the first lines.
std::optional<std::string> foreign_format(std::string_view text);

}  // namespace scrump::graph

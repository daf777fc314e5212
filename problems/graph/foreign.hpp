#pragma once
// Formats of graphs that are known by how their texts look, but not read.

#include <optional>
#include <string>
#include <string_view>

namespace scrump::graph {

/// What a text is in, and what its user can do: "GML, which is not read; networkx can, and writes GraphML". Nothing if
/// it is in none of these. Looks at the first lines alone.
std::optional<std::string> foreign_format(std::string_view text);

}  // namespace scrump::graph

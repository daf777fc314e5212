#pragma once
// Symmetric nets in PNML: declarations, and labels of places, transitions and arcs as terms.

#include <scrump/problems/petri/coloured.hpp>
#include <scrump/problems/petri/detail/xml_text.hpp>

#include <cstddef>

namespace scrump::petri {

/// Reads a coloured net. Throws Error "name:line: …" for what symmetric nets do not have, by its name, for terms of
/// wrong sorts, and for more than `limit` places, transitions and arcs.
ColouredNet read_coloured(const XmlText& xml, const pugi::xml_node& net, std::size_t limit);

}  // namespace scrump::petri

#pragma once
// Nets in PNML, the Petri Net Markup Language (ISO/IEC 15909-2): XML, read with pugixml. The reader supports
// place/transition nets with names, initial markings, weights of arcs, pages and references between pages; graphics and
// tool-specific data are skipped, as are times and priorities. Other kinds of nets and of arcs are rejected, and
// capacities. Markings and weights may be as written by PIPE. Symmetric nets, and high-level nets that use no more than
// these, are unfolded (coloured.hpp).

#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::petri {

/// Reads a net; `name` stands for the text in messages, which is in UTF-8, or in UTF-16, UTF-32 or Latin-1 if it says
/// so. Names shared by several places get the ids appended, in brackets. Throws Error "name:line: …" for a text that is
/// not XML or not such a net: references to missing or ambiguous ids, cyclic references, weights below 1, arcs from a
/// place to a place, arcs of other kinds, capacities, sorts and terms that symmetric nets do not have, more than
/// `limit` parts.
Net parse_pnml(std::string_view text, const std::string& name, std::size_t limit = max_parts);

/// Writes a net, which is read back unchanged if the names of its places differ; with its ids if all places and
/// transitions have different ones. An unfolded net is written as it is, without the coloured one.
std::string to_pnml(const Net& net);

}  // namespace scrump::petri

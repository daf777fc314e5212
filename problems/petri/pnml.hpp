#pragma once
// Nets in PNML, the Petri Net Markup Language (ISO/IEC 15909-2): XML, read with pugixml. Of what it has,
// place/transition nets with names, initial markings, weights of arcs, pages and references between pages are read;
// graphics and what tools keep for themselves are left out, as are times and priorities. Other kinds of nets and of
// arcs are refused, and capacities. Markings and weights may be as PIPE writes them.

#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::petri {

/// So many places, transitions and arcs a net has at most, all together.
inline constexpr std::size_t most_parts = 10'000'000;

/// Reads a net; `name` is what messages call the text, which is in UTF-8, or in UTF-16, UTF-32 or Latin-1 and says so.
/// Names that several places have get the ids behind them, in brackets. Throws Error "name:line: …" for what is no XML
/// or no such net: names that nothing has or two things have, references that come back to themselves, weights below 1,
/// arcs from a place to a place, arcs of other kinds, capacities, more than `limit` parts.
Net parse_pnml(std::string_view text, const std::string& name, std::size_t limit = most_parts);

/// Writes a net, which is read back as the same one if the names of its places differ.
std::string to_pnml(const Net& net);

}  // namespace scrump::petri

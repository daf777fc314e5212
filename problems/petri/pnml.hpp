#pragma once
// Nets in PNML, the Petri Net Markup Language (ISO/IEC 15909-2): XML, read with pugixml. Of what it has,
// place/transition nets with names, initial markings, weights of arcs, pages and references between pages are read;
// graphics and what tools keep for themselves are left out. Other kinds of nets and of arcs are refused.

#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::petri {

/// So many places, transitions and arcs a net has at most, all together.
inline constexpr std::size_t most_parts = 10'000'000;

/// Reads a net; `name` is what messages call the text. Throws Error "name:line: …" for what is no XML or no such net:
/// names that nothing has or two things have, references that come back to themselves, weights below 1, arcs from a
/// place to a place, more than `limit` parts.
Net parse_pnml(std::string_view text, const std::string& name, std::size_t limit = most_parts);

/// Writes a net, which is read back as the same one.
std::string to_pnml(const Net& net);

}  // namespace scrump::petri

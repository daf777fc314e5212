#pragma once
// Units of a net: sets of places of which exactly one holds a token, always one. Each is an invariant of the net with
// weights 0 and 1, one token in all (a state machine component). A unit needs one number for all of its places.

#include <scrump/problems/petri/net.hpp>

#include <cstdint>
#include <vector>

namespace scrump::petri {

/// Places of a unit, ascending.
using Unit = std::vector<std::uint32_t>;

/// Units that have all places between them that a search of limited length finds in any. They may overlap; each has a
/// place that no other one before it has.
std::vector<Unit> units_of(const Net& net);

}  // namespace scrump::petri

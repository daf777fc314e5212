#pragma once
// Colours that cannot be used to their full capacity. A weighting of the vertices says how much of them a colour can
// take at most; the difference between the capacity of all colours and the weight of all vertices may be wasted, and no
// more. It is the argument of reduced costs, with which independent sets are excluded from linear programs: Held, Cook
// and Sewell (fractional.hpp), applied to sets that are known in part.

#include <scrump/problems/colouring/detail/generator.hpp>

#include <cstdint>

namespace scrump::colouring {

/// Whether no colouring below `node` has at most `most` colours, as those in use must waste too much: what they have,
/// and a cover by cliques of what each may get, weigh too little. False without weights.
bool wastes_too_much(const Space& space, const Node& node, std::int32_t most);

}  // namespace scrump::colouring

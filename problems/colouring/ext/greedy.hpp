#pragma once
// Instant colourings: DSATUR as a heuristic (Brélaz, Communications of the ACM 22, 1979).

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/graph/graph.hpp>

namespace scrump::colouring {

/// Colours the vertices of `graph` one by one with the first free colour, always one whose neighbours have the most
/// different colours; of several, the one with the most neighbours. O(size²) and a bit for each vertex and colour.
Colouring colour_greedily(const graph::Graph& graph);

}  // namespace scrump::colouring

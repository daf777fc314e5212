#pragma once
// Small parts of a graph that need many colours: the vertices that tabu search with too few colours finds in conflict
// most often, by Desrosiers, Galinier and Hertz, "Efficient algorithms for finding critical subgraphs" (Discrete
// Applied Mathematics 156, 2008). A search of such a part alone proves what one of the whole graph may not come to, as
// it repeats the proof for each way to colour vertices that have nothing to do with it.

#include <scrump/problems/colouring/detail/effort.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrump::colouring {

/// Whether a part of `graph` is found to need more than `colours` colours. `conflicts`: how often each vertex was in
/// conflict.
bool has_critical_part(const graph::Graph& graph, std::size_t colours, std::span<const std::uint64_t> conflicts,
                       Effort& effort);

}  // namespace scrump::colouring

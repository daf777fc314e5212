#pragma once
// Disjoint edges of a graph.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrump::sip {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Disjoint edges between vertices of the set `within` (rows of bits, as many words as a row of the graph has or more).
/// One after another is taken as long as any is left: at least half as many as there are at most.
Edges some_disjoint_edges(const graph::Graph& graph, std::span<const std::uint64_t> within);

/// As many as there are. O(vertices · edges), usually far less.
Edges most_disjoint_edges(const graph::Graph& graph, std::span<const std::uint64_t> within);

}  // namespace scrump::sip

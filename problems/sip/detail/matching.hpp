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

/// Disjoint edges between vertices of the set `within` (rows of bits, with at least as many words as a row of the
/// graph). Taken one after another while any is left: at least half of the largest possible number.
Edges some_disjoint_edges(const graph::Graph& graph, std::span<const std::uint64_t> within);

/// A largest set of disjoint edges. O(vertices · edges), usually far less.
Edges most_disjoint_edges(const graph::Graph& graph, std::span<const std::uint64_t> within);

}  // namespace scrump::sip

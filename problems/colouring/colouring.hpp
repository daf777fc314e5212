#pragma once
// Colourings of graphs.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <vector>

namespace scrump::colouring {

/// Largest number of vertices of a graph: a search may hold as many nodes at once as there are vertices, and each of
/// them holds a bit for each vertex and colour.
inline constexpr std::size_t max_vertices = 8192;

/// The colour of each vertex, from 0. Proper if neighbours differ.
using Colouring = std::vector<std::size_t>;

/// Number of colours, as one more than the greatest colour; 0 if there are no vertices.
std::size_t count_colours(const Colouring& colouring);

/// Whether `colouring` colours each vertex of `graph`, and neighbours differently.
bool is_proper(const graph::Graph& graph, const Colouring& colouring);

}  // namespace scrump::colouring

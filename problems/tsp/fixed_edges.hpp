#pragma once
// Edges that every tour has to have, as TSPLIB's FIXED_EDGES_SECTION gives them.

#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/node.hpp>
#include <scrump/problems/tsp/tour.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::tsp {

using FixedEdges = std::vector<Edge>;

/// Why no tour of so many cities has all these edges, with cities from 1; none if one does.
std::optional<std::string> why_impossible(std::size_t cities, std::span<const Edge> fixed);

/// Whether the tour has all these edges.
bool has_all(std::span<const City> tour, std::span<const Edge> fixed);

/// A tour that has them, if any can: the cities in the order of their numbers, each followed by those that fixed edges
/// lead to.
Tour any_tour(const Instance& instance, std::span<const Edge> fixed);

/// The same cities, along fixed edges as close to each other as distances can be: short tours there have most of them.
Instance drawn_together(Instance instance, std::span<const Edge> fixed);

}  // namespace scrump::tsp

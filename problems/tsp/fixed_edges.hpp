#pragma once
// Edges that every tour must have, as in TSPLIB's FIXED_EDGES_SECTION.

#include <scrump/problems/tsp/detail/node.hpp>
#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/tour.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::tsp {

using FixedEdges = std::vector<Edge>;

/// The reason why no tour of `cities` cities has all these edges, with cities from 1; none if one does.
std::optional<std::string> why_impossible(std::size_t cities, std::span<const Edge> fixed);

/// Whether the tour has all these edges.
bool has_all(std::span<const City> tour, std::span<const Edge> fixed);

/// A tour that has them, if possible: the cities in the order of their numbers, each followed by those to which fixed
/// edges lead.
Tour any_tour(const Instance& instance, std::span<const Edge> fixed);

/// The same cities, but as close as distances can be along fixed edges: short tours there have most of these edges.
Instance drawn_together(Instance instance, std::span<const Edge> fixed);

}  // namespace scrump::tsp

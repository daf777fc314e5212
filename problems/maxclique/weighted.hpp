#pragma once
// The maximum weight clique problem: vertices have weights; find vertices, all adjacent to one another, of the greatest
// total weight.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <span>

namespace scrump::maxclique {

/// A clique with its weight.
struct CliqueOfWeight {
    Clique clique;
    Weight weight = 0;  ///< without weights, its number of vertices
};

/// Finds the heaviest clique of `graph`, whose vertex v weighs `weights[v]`: not negative, and at most
/// `max_total_weight` in all. Complete: proved to be the heaviest. Vertices without weight may be missing. Throws Error
/// for other weights; otherwise as find_maximum_clique(). Only cliques heavier than `settings.known` are searched for.
Answer<CliqueOfWeight> find_maximum_weight_clique(const graph::Graph& graph, std::span<const Weight> weights,
                                                  const Settings& settings = {});

}  // namespace scrump::maxclique

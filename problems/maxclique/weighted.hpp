#pragma once
// The maximum weight clique problem: vertices have weights; find vertices, all adjacent to one another, of the greatest
// total weight.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <span>

namespace scrump::maxclique {

struct MaximumWeightClique {
    Status status = Status::complete;  ///< complete: proved to be the heaviest
    Clique clique;                     ///< vertices without weight may be missing
    Weight weight = 0;
    Statistics statistics;  ///< its seconds include ordering the graph and local search
};

/// Finds the heaviest clique of `graph`, whose vertex v weighs `weights[v]`: not negative, and at most
/// `max_total_weight` in all. Throws Error for other weights; otherwise as find_maximum_clique(). Only cliques heavier
/// than `settings.known` are searched for.
MaximumWeightClique find_maximum_weight_clique(const graph::Graph& graph, std::span<const Weight> weights,
                                               const Settings& settings = {});

}  // namespace scrump::maxclique

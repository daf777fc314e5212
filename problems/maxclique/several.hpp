#pragma once
// Several cliques, weighted or not: the k best, all the best, or all that are good enough.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/weighted.hpp>
#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/best_wanted.hpp>

#include <cstddef>
#include <span>

namespace scrump::maxclique {

/// Largest number of vertices for several cliques: a search may hold as many nodes at once as there are vertices, each
/// with two sets of them.
inline constexpr std::size_t max_vertices_for_several = 10'000;

/// Finds several maximal cliques. Without `weights` each vertex weighs 1. A best one is found first, by `settings`,
/// unless `wanted.at_least` is given: if it is, checkpoints can store the search, and only `settings.search` makes a
/// difference. Throws Error for more than `max_vertices_for_several` vertices, as find_maximum_weight_clique(), and
/// UsageError for a gap and a depth limit.
Several<CliqueOfWeight> find_best_cliques(const graph::Graph& graph, std::span<const Weight> weights,
                                          const BestWanted<Weight>& wanted, const Settings& settings = {});

}  // namespace scrump::maxclique

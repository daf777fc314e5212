#pragma once
// Maximum independent sets and minimum vertex covers of dense graphs.
//
// The vertices of an independent set, no two of which are adjacent, are a clique of the complement; all the others
// cover every edge. So both are found by the clique search (maxclique/solve.hpp).

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/several.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/weight.hpp>
#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::independent_set {

/// Settings of the search, with local search and a known independent set or the complement of a known cover.
using Settings = maxclique::Settings;

/// Vertices of a graph, numbered from 0, ascending.
using Vertices = std::vector<std::size_t>;

/// Finds a largest independent set of `graph`. Throws as maxclique::find_maximum_clique().
Answer<Vertices> find_maximum_independent_set(const graph::Graph& graph, const Settings& settings = {});

/// Finds a smallest vertex cover of `graph`. Throws as maxclique::find_maximum_clique().
Answer<Vertices> find_minimum_vertex_cover(const graph::Graph& graph, const Settings& settings = {});

/// Finds several maximal independent sets: as maxclique::find_best_cliques() of the complement.
Several<Vertices> find_best_independent_sets(const graph::Graph& graph, const BestWanted<std::size_t>& wanted,
                                             const Settings& settings = {});

/// Finds several minimal vertex covers: the complements of such sets. `wanted.at_least` is the largest acceptable
/// number of vertices.
Several<Vertices> find_best_vertex_covers(const graph::Graph& graph, const BestWanted<std::size_t>& wanted,
                                          const Settings& settings = {});

/// A set of vertices with its total weight.
using SetOfWeight = maxclique::CliqueOfWeight;

/// Finds the heaviest independent set of `graph`, whose vertex v weighs `weights[v]`; vertices without weight may be
/// missing. Throws as maxclique::find_maximum_weight_clique().
Answer<SetOfWeight> find_maximum_weight_independent_set(const graph::Graph& graph,
                                                        std::span<const maxclique::Weight> weights,
                                                        const Settings& settings = {});

/// Finds the lightest vertex cover, likewise; it may have unnecessary vertices without weight.
Answer<SetOfWeight> find_minimum_weight_vertex_cover(const graph::Graph& graph,
                                                     std::span<const maxclique::Weight> weights,
                                                     const Settings& settings = {});

/// Finds several of these, as find_best_independent_sets() and find_best_vertex_covers(). `wanted.at_least` is not
/// supported for covers: throws UsageError.
Several<SetOfWeight> find_heaviest_independent_sets(const graph::Graph& graph,
                                                    std::span<const maxclique::Weight> weights,
                                                    const BestWanted<maxclique::Weight>& wanted,
                                                    const Settings& settings = {});
Several<SetOfWeight> find_lightest_vertex_covers(const graph::Graph& graph, std::span<const maxclique::Weight> weights,
                                                 const BestWanted<maxclique::Weight>& wanted,
                                                 const Settings& settings = {});

/// Whether `vertices` are vertices of `graph`, all different and no two adjacent.
bool is_independent_set(const graph::Graph& graph, std::span<const std::size_t> vertices);

/// Whether `vertices` are vertices of `graph`, all different, and every edge has an end among them.
bool is_vertex_cover(const graph::Graph& graph, std::span<const std::size_t> vertices);

}  // namespace scrump::independent_set

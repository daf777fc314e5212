#pragma once
// The maximum clique and k-clique problems on large sparse graphs: millions of vertices, tens of millions of edges.
//
// A clique that beats the best known one lies in a core of the graph, and all of it except its first vertex among the
// later neighbours of that vertex in degeneracy order, which are few. So the graph falls into small dense problems, one
// for each vertex that cores do not rule out: Eppstein, Löffler and Strash, "Listing all maximal cliques in large
// sparse real-world graphs" (2011); Rossi, Gleich and Gebremedhin, "Parallel maximum clique algorithms with
// applications to network analysis" (PMC, SIAM Journal on Scientific Computing 37, 2015); San Segundo, Lopez and
// Pardalos, "A new exact maximum clique algorithm for large and massive sparse graphs" (BBMCSP, Computers & Operations
// Research 66, 2016). Graphs that are small or dense as a whole are left to the search for dense graphs.

#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/maxclique/solve.hpp>

#include <cstddef>
#include <span>

namespace scrump::maxclique {

/// Finds a largest clique of `graph`. `settings` have the same meaning as for dense graphs; local search is confined to
/// the densest part of the graph and comes before the exact search. The preparation takes time proportional to the
/// graph, some 0.1 µs per edge, and 4 bytes per edge; it checks limits only between its steps. Throws as for dense
/// graphs, and Error if the remaining cores of the graph are too large and too dense: vertices with more than 16,384
/// later neighbours among more than 65,536 vertices.
Answer<Clique> find_maximum_clique(const graph::SparseGraph& graph, const Settings& settings = {});

/// Finds a clique of `k` vertices, or proves that none exists. Throws as find_maximum_clique().
Answer<std::optional<Clique>> find_clique(const graph::SparseGraph& graph, std::size_t k,
                                          const Settings& settings = {});

/// Whether `vertices` are vertices of `graph`, all different and all adjacent to one another.
bool is_clique(const graph::SparseGraph& graph, std::span<const std::size_t> vertices);

}  // namespace scrump::maxclique

#pragma once
// All cliques of a graph that have a given number of vertices, or the largest number; and their count.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/maxclique/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::maxclique {

struct AllCliques {
    std::size_t size = 0;         ///< number of vertices of each clique
    bool size_proved = true;      ///< whether it is proved that no clique has more vertices, if requested
    std::uint64_t count = 0;      ///< number of cliques of this size; if stopped, of those found until then
    std::vector<Clique> cliques;  ///< cliques, ascending; the first in this order, if there are more than requested
};

inline constexpr std::size_t every_clique = std::numeric_limits<std::size_t>::max();

/// Finds all cliques of `k` vertices, maximal or not. At most the first `wanted` in ascending order are kept, which
/// takes up to 4·k·`wanted` bytes with each worker, twice that while they are sorted; keeping none is the fastest.
/// Throws as find_maximum_clique(). Supports checkpoints.
Answer<AllCliques> find_all_cliques(const graph::Graph& graph, std::size_t k, std::size_t wanted = every_clique,
                                    const SearchOptions& options = {});

/// Finds all largest cliques: first a search for one of them, which `settings` may guide, then all of that size. Limits
/// are those of both searches together. If the first is stopped, `size` is that of the largest known clique, and none
/// are counted. As no checkpoint covers two searches, throws UsageError if `settings` asks for one: find the size
/// first.
Answer<AllCliques> find_all_maximum_cliques(const graph::Graph& graph, std::size_t wanted = every_clique,
                                            const Settings& settings = {});

/// The same in a large sparse graph: sparse.hpp describes the search, and the Error if the remaining cores of the graph
/// are too large and too dense.
Answer<AllCliques> find_all_cliques(const graph::SparseGraph& graph, std::size_t k, std::size_t wanted = every_clique,
                                    const SearchOptions& options = {});
Answer<AllCliques> find_all_maximum_cliques(const graph::SparseGraph& graph, std::size_t wanted = every_clique,
                                            const Settings& settings = {});

/// Only counts the cliques.
template <class Graph>
Answer<AllCliques> count_cliques(const Graph& graph, std::size_t k, const SearchOptions& options = {}) {
    return find_all_cliques(graph, k, 0, options);
}
template <class Graph>
Answer<AllCliques> count_maximum_cliques(const Graph& graph, const Settings& settings = {}) {
    return find_all_maximum_cliques(graph, 0, settings);
}

}  // namespace scrump::maxclique

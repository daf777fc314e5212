#pragma once
// Solves the maximum clique and k-clique problems: exact search beside local search, for graphs of any size class.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace scrump::maxclique {

/// A clique in the graph's own vertex numbers, from 0; in answers it is ascending and was checked.
using Clique = std::vector<std::size_t>;

struct Settings {
    SearchOptions search;
    /// Whether local search looks for good cliques: some before the exact search, and then in slices on one worker's
    /// time. The `ordered` skeleton uses only the part before the search, and more of it, so that its work depends on
    /// the graph and the seed alone.
    bool local_search = true;
    /// A known clique, of different vertices: only larger ones are searched for. Must be the same on all processes.
    Clique known{};
};

/// Finds a largest clique of `graph`. Complete: proved to be the largest. The seconds of this and the other searches
/// include ordering the graph and local search. Throws Error for a graph that is too large (size_class.hpp), UsageError
/// as search.hpp, std::invalid_argument if `settings.known` is not a clique of it.
Answer<Clique> find_maximum_clique(const graph::Graph& graph, const Settings& settings = {});

/// Finds a clique of `k` vertices. Complete without one: it is proved that none exists. Throws as
/// find_maximum_clique().
Answer<std::optional<Clique>> find_clique(const graph::Graph& graph, std::size_t k, const Settings& settings = {});

}  // namespace scrump::maxclique

#pragma once
// The maximum clique and k-clique problems solved: exact search beside local search, for graphs of any size class.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace scrump::maxclique {

/// A clique in the graph's own vertex numbers, from 0; one that is answered is ascending and was checked to be one.
using Clique = std::vector<std::size_t>;

struct Settings {
    SearchOptions search;
    /// Local search for good cliques: some before the exact search, and then slices of it on one worker's time. The
    /// `ordered` skeleton uses only what comes before, and more of it, so that its work depends on the graph and the
    /// seed alone.
    bool local_search = true;
    /// A clique that is known already, of different vertices: only larger ones are searched for. The same on all
    /// processes.
    Clique known{};
};

struct MaximumClique {
    Status status = Status::complete;  ///< complete: proved to be the largest
    Clique clique;
    Statistics statistics;  ///< its seconds include ordering the graph and local search
};

/// The largest clique of `graph`. Throws Error for a graph that is too large (size_class.hpp), UsageError as
/// search.hpp, std::invalid_argument where `settings.known` is no clique of it.
MaximumClique find_maximum_clique(const graph::Graph& graph, const Settings& settings = {});

struct KClique {
    Status status = Status::complete;  ///< complete without a clique: proved that there is none
    std::optional<Clique> clique;      ///< of k vertices
    Statistics statistics;
};

/// A clique of `k` vertices, or the proof that there is none. Throws as find_maximum_clique().
KClique find_clique(const graph::Graph& graph, std::size_t k, const Settings& settings = {});

}  // namespace scrump::maxclique

#pragma once
// The order in which the clique search numbers the vertices: colouring and branching both follow it, so it decides how
// good the bounds are.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::maxclique {

/// All vertices of `graph` in degeneracy order (minimum width: Carraghan and Pardalos 1990; San Segundo et al., BBMC):
/// a vertex of minimum degree in the rest of the graph is repeatedly removed and placed last; ties go to the smallest
/// sum of the neighbours' degrees in `graph`, then to the largest number. So a vertex has as few neighbours before it
/// as possible. O(vertices² / 64 + edges) and the ties.
std::vector<std::size_t> degeneracy_order(const graph::Graph& graph);

/// All vertices of `graph`, colour class after colour class; those of one class by descending degree.
struct ColourOrder {
    std::vector<std::size_t> order;
    std::size_t classes = 0;
};

/// Repeatedly takes an independent set from the vertices that are left, as large as a search of `nodes` nodes finds.
/// First fit in this order needs no more classes. (COLOR-SORT of San Segundo, Furini, Álvarez and Pardalos, "CliSAT: A
/// new exact algorithm for hard maximum clique problems", European Journal of Operational Research 307, 2023.)
ColourOrder colour_order(const graph::Graph& graph, std::uint64_t nodes);

/// An order for a search of the whole graph.
struct SearchOrder {
    std::vector<std::size_t> order;
    /// Number of colour classes if it is a colour order, otherwise 0.
    std::size_t classes = 0;

    bool coloured() const { return classes > 0; }
    /// No clique has more vertices.
    std::size_t bound() const { return coloured() ? classes : order.size(); }
};

/// Colour order if the graph is dense and this order bounds the cliques of all vertices clearly better than first fit
/// in degeneracy order bounds those of each vertex and the ones before it; otherwise degeneracy order. The same on all
/// machines.
SearchOrder search_order(const graph::Graph& graph);

}  // namespace scrump::maxclique

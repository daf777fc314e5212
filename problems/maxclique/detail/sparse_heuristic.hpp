#pragma once
// A good clique of a large sparse graph, found quickly: the better it is, the less of the graph is left to search.

#include <scrump/problems/maxclique/detail/sparse_space.hpp>
#include <scrump/problems/maxclique/solve.hpp>

#include <cstddef>
#include <functional>

namespace scrump::maxclique {

/// Returns a clique larger than `best`, in the graph's own numbers, or else `best`; `enough` vertices suffice. By local
/// search among the vertices of the highest cores. Both searches give the same answer for the same graph as long as
/// `go_on()`, which is called every millisecond or so, returns true.
Clique search_core(const OrderedGraph& graph, Clique best, std::size_t enough, const std::function<bool()>& go_on);

/// The same greedily from each vertex that may be the first of a larger clique, by decreasing core numbers (Rossi,
/// Gleich and Gebremedhin 2015).
Clique search_greedily(const OrderedGraph& graph, Clique best, std::size_t enough, const std::function<bool()>& go_on);

}  // namespace scrump::maxclique

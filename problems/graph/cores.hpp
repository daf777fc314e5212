#pragma once
// The cores of a large graph: how deep its vertices can be in a dense part of it.
//
// The k-core is the largest subgraph in which all degrees are at least k (Seidman 1983). A vertex's core number is the
// largest k such that the vertex is in the k-core; a clique of k + 1 vertices lies in the k-core. Both follow from
// repeatedly removing a vertex of minimum degree (Matula and Beck, "Smallest-last ordering and clustering and graph
// coloring algorithms", Journal of the ACM 30, 1983), with a bucket for each degree in linear time (Batagelj and
// Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003).

#include <scrump/problems/graph/sparse_graph.hpp>

#include <cstdint>
#include <vector>

namespace scrump::graph {

struct Cores {
    std::vector<SparseGraph::Vertex> order;  ///< all vertices in the order of removal
    std::vector<std::uint32_t> numbers;      ///< core number of each vertex; never decreasing along `order`

    /// The largest core number; no vertex has more neighbours after it in `order`. 0 without vertices.
    std::uint32_t degeneracy() const { return order.empty() ? 0 : numbers[order.back()]; }
};

/// The cores of `graph`. O(vertices + edges).
Cores cores_of(const SparseGraph& graph);

}  // namespace scrump::graph

#pragma once
// The cores of a large graph: how far its vertices can be in a dense part of it.
//
// The k-core is the largest subgraph in which all degrees are at least k (Seidman 1983). A vertex's core number is the
// greatest k such that the k-core has it; a clique of k + 1 vertices lies in the k-core. Both follow from taking a
// vertex of least degree away again and again (Matula and Beck, "Smallest-last ordering and clustering and graph
// coloring algorithms", Journal of the ACM 30, 1983), with a bucket for each degree in linear time (Batagelj and
// Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003).

#include <scrump/problems/graph/sparse_graph.hpp>

#include <cstdint>
#include <vector>

namespace scrump::graph {

struct Cores {
    std::vector<SparseGraph::Vertex> order;  ///< all vertices in the order in which they were taken away
    std::vector<std::uint32_t> numbers;      ///< the core number of each vertex; never falling along `order`

    /// The largest core number; no vertex has more neighbours after it in `order`. 0 without vertices.
    std::uint32_t degeneracy() const { return order.empty() ? 0 : numbers[order.back()]; }
};

/// The cores of `graph`. O(vertices + edges).
Cores cores_of(const SparseGraph& graph);

}  // namespace scrump::graph

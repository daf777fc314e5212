#pragma once
// A large simple undirected graph as lists of neighbours, where a bit matrix would be far too large.
//
// The lists lie one after another in one array (compressed sparse rows), each ascending: 8 bytes per vertex and 8 bytes
// per edge, as each edge is in two lists.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::graph {

/// Simple undirected graph on the vertices 0 … size()−1, never changed.
class SparseGraph {
  public:
    using Vertex = std::uint32_t;

    struct Edge {
        Vertex a = 0;
        Vertex b = 0;
        bool operator==(const Edge&) const = default;
        bool operator<(const Edge& other) const { return a != other.a ? a < other.a : b < other.b; }
    };

    SparseGraph() = default;

    /// The graph with these edges, in any order and direction; loops and repeated edges are dropped. Vertices are
    /// numbered below `vertices`, which is at most 2^32 − 1. O(vertices + edges), and the sorting of lists that the
    /// order of the edges does not make ascending.
    SparseGraph(std::size_t vertices, std::span<const Edge> edges);

    std::size_t size() const { return starts_.size() - 1; }

    /// Number of edges.
    std::uint64_t edges() const { return neighbours_.size() / 2; }

    std::size_t degree(std::size_t vertex) const { return starts_[vertex + 1] - starts_[vertex]; }

    /// Fraction of all pairs of vertices that are edges; 0 for fewer than two vertices.
    double density() const;

    /// The neighbours of `vertex`, ascending.
    std::span<const Vertex> neighbours(std::size_t vertex) const {
        return {neighbours_.data() + starts_[vertex], degree(vertex)};
    }

    /// Whether two vertices are adjacent. O(log degree).
    bool adjacent(std::size_t a, std::size_t b) const;

    /// The lists of all vertices, one after another, and the beginning of each, with the end of the last.
    std::span<const Vertex> lists() const { return neighbours_; }
    std::span<const std::uint64_t> starts() const { return starts_; }

    bool operator==(const SparseGraph&) const = default;

  private:
    void sort_lists();

    std::vector<std::uint64_t> starts_ = {0};
    std::vector<Vertex> neighbours_;
};

/// Whether a graph of this size is searched faster as a matrix, because most of it is examined anyway.
bool is_better_as_matrix(std::size_t vertices, std::uint64_t edges);

/// The same graph as lists of neighbours.
SparseGraph to_sparse(const Graph& graph);

/// The same graph as a matrix. Throws `Error` for more than `max_vertices` vertices (dimacs.hpp).
Graph to_dense(const SparseGraph& graph);

/// The matrix of the subgraph induced by `vertices`, all different: vertex i of it is `vertices[i]`. Throws as
/// to_dense().
Graph induced_graph(const SparseGraph& graph, std::span<const SparseGraph::Vertex> vertices);

}  // namespace scrump::graph

#pragma once
// A large sparse graph in the form for the clique search: numbered in degeneracy order, each vertex with its later
// neighbours only.

#include <scrump/problems/graph/cores.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/maxclique/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// A graph directed from earlier to later in degeneracy order. No vertex has more later neighbours than its core
/// number. Takes 4 bytes per edge and 16 bytes per vertex.
class OrderedGraph {
  public:
    using Vertex = std::uint32_t;

    /// O(vertices + edges).
    explicit OrderedGraph(const graph::SparseGraph& graph);

    std::size_t size() const { return cores_.order.size(); }

    /// The neighbours of `vertex` that come after it, ascending.
    std::span<const Vertex> later(std::size_t vertex) const {
        return {later_.data() + starts_[vertex], starts_[vertex + 1] - starts_[vertex]};
    }

    /// The vertex of the graph for which `vertex` stands.
    Vertex original(std::size_t vertex) const { return cores_.order[vertex]; }

    /// The core number: never decreasing from one vertex to the next.
    std::uint32_t core(std::size_t vertex) const { return cores_.numbers[cores_.order[vertex]]; }

    /// Upper bound of the number of vertices of a clique.
    std::size_t largest_possible() const { return size() == 0 ? 0 : std::size_t{core(size() - 1)} + 1; }

    /// The smallest vertex whose core number is at least `core`: with all after it, it makes the core. `size()` if
    /// there is none.
    std::size_t first_of_core(std::size_t core) const;

    /// Number of edges from `first` on.
    std::uint64_t edges_from(std::size_t first) const { return later_.size() - starts_[first]; }

    /// The matrix of the subgraph induced by the vertices from `first` on: vertex i of it is first + i.
    graph::Graph dense_from(std::size_t first) const;

  private:
    graph::Cores cores_;
    std::vector<std::uint64_t> starts_;
    std::vector<Vertex> later_;
};

/// Number of colours of a greedy colouring, from the last vertex to the first, each with the first colour that its
/// later neighbours leave free: no clique has more vertices. O(vertices + edges).
std::size_t count_colours(const OrderedGraph& graph);

/// Largest number of later neighbours of a vertex from which a dense problem can be made.
inline constexpr std::size_t widest_problem = std::size_t{64} * 256;

/// Whether the core from `first` on is to be searched as a matrix: because it is small, or dense, or nothing else can.
/// Up to `beside` vertices besides the core may have to go into the matrix, too.
bool suits_matrix(const OrderedGraph& graph, std::size_t first, std::size_t beside);

/// The common data of all nodes of a search.
class SparseSpace {
  public:
    /// A space for a clique of more than `to_beat` vertices. `known`: one that is not to be searched for, in the
    /// graph's own numbers; the same wherever nodes of the search may go. `graph` must outlive the space.
    SparseSpace(const OrderedGraph& graph, std::size_t to_beat, Clique known);

    const OrderedGraph& graph() const { return *graph_; }
    const Clique& known() const { return known_; }

    /// The vertices that have enough later neighbours to be the first of a wanted clique, those of the highest cores
    /// first.
    std::span<const OrderedGraph::Vertex> starts() const { return starts_; }

    /// The largest number of later neighbours of these vertices.
    std::size_t widest() const { return widest_; }
    /// Throws Error if that is more than can be searched.
    void refuse_if_too_wide() const;

    /// As Space::serial().
    std::uint64_t serial() const { return serial_; }

  private:
    const OrderedGraph* graph_;
    Clique known_;
    std::vector<OrderedGraph::Vertex> starts_;
    std::size_t widest_ = 0;
    std::uint64_t serial_ = detail::next_serial();
};

}  // namespace scrump::maxclique

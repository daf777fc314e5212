#pragma once
// A clique where all others are a vertex or two smaller: local search by weights of missing edges, after Cai, Su, Luo
// and Sattar, "NuMVC: an efficient local search algorithm for minimum vertex cover" (JAIR 46, 2013), which covers the
// edges of the complement with the vertices outside the clique.
//
// It runs beside the exact search, which it gives an incumbent; it proves nothing.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// One resumable search, the same for the same seed on every machine. It keeps a set of as many vertices as the clique
/// that is looked for, and exchanges one after the other until no edge is missing in the set. Each move makes the
/// edges that are still missing heavier, so that it gets out of every local minimum.
///
/// Takes 2 · vertices² bytes.
class EdgeWeighting {
  public:
    /// `graph` must outlive the search.
    EdgeWeighting(const graph::Graph& graph, std::uint64_t seed);

    /// Makes `steps` more moves. Returns the largest clique found that has more than `best_so_far` vertices, if any, in
    /// no particular order. A move takes time proportional to the number of vertices.
    std::optional<std::vector<std::size_t>> improve(std::size_t steps, std::size_t best_so_far);

    /// Number of moves so far.
    std::uint64_t moves() const { return moves_; }

  private:
    using Vertex = std::uint32_t;
    using Weight = std::uint16_t;
    using Sum = std::int32_t;
    using Pair = std::array<Vertex, 2>;

    std::span<Weight> weights_of(Vertex vertex) { return std::span(weights_).subspan(vertex * size_, size_); }
    bool missing(Vertex a, Vertex b) const { return a != b && !graph_->adjacent(a, b); }
    void exchange();
    Vertex cheapest_outside();
    Vertex to_leave(const Pair& pair) const;
    bool changed(Vertex vertex) const {
        return (changed_[vertex / graph::Graph::word_bits] >> (vertex % graph::Graph::word_bits) & 1) != 0;
    }
    void join(Vertex vertex);
    void leave(Vertex vertex);
    void add(Vertex vertex, Sum sign);
    void weigh();
    void fade();

    const graph::Graph* graph_;
    std::size_t size_;
    SplitMix64 random_;
    std::vector<Weight> weights_;  ///< of each missing edge, twice: row by row, 0 for the others
    std::uint64_t total_ = 0;      ///< sum of the weights
    std::uint64_t enough_ = 0;     ///< the sum at which they fade

    std::vector<Vertex> set_;
    std::vector<Pair> missing_;  ///< edges that are missing in the set
    /// Of each vertex, the weight of the edges to the set that are missing; and `barred` for those in the set and the
    /// last to leave it, which may not join; then as many that are barred as make whole blocks.
    std::vector<Sum> conflict_;
    std::vector<Sum> least_of_block_;
    std::optional<Vertex> last_left_;
    std::vector<std::uint64_t> moved_;    ///< number of the move in which each vertex last joined or left
    std::vector<std::uint64_t> changed_;  ///< as bits: whether a stranger of each vertex has moved since it joined
    std::uint64_t moves_ = 0;
};

}  // namespace scrump::maxclique

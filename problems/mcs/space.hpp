#pragma once
// What all nodes of a common subgraph search share: the two graphs, each with its vertices renumbered so that the ones
// to be matched first come first.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::mcs {

/// A vertex in the search's own numbers.
using Vertex = std::uint16_t;

/// The largest graphs that can be searched: a search may hold as many nodes at once as there are vertices, and each of
/// them holds the vertices that are left.
inline constexpr std::size_t max_vertices = 4096;

/// One of the two graphs. Takes size()² bytes: a byte is found faster than a bit.
class Side {
  public:
    /// What row() has in place of the vertex itself, which is neither its neighbour nor any other vertex.
    static constexpr std::uint8_t itself = 2;

    /// Vertices are numbered by falling degree, or with `rising` by rising degree.
    Side(const graph::Graph& graph, bool rising);

    std::size_t size() const { return order_.size(); }
    /// Element w: 1 if w is a neighbour of `vertex`, 0 if not, `itself` if it is the same.
    const std::uint8_t* row(Vertex vertex) const { return matrix_.data() + std::size_t{vertex} * order_.size(); }
    /// The vertex of the graph that `vertex` stands for.
    std::size_t original(Vertex vertex) const { return order_[vertex]; }

  private:
    std::vector<std::size_t> order_;
    std::vector<std::uint8_t> matrix_;
};

/// Two graphs, and whether what they have in common must be connected. The left one is not the larger: its vertices are
/// chosen one by one, and matched with one of the right side or with none.
class Space {
  public:
    /// Throws Error when a graph has more than `max_vertices`.
    Space(const graph::Graph& first, const graph::Graph& second, bool connected);

    const Side& left() const { return left_; }
    const Side& right() const { return right_; }
    /// Whether the left side is the second graph.
    bool swapped() const { return swapped_; }
    bool connected() const { return connected_; }

  private:
    bool swapped_;
    bool connected_;
    Side left_;
    Side right_;
};

}  // namespace scrump::mcs

#pragma once
// The common data of all nodes of a common subgraph search: the two graphs, each with its vertices renumbered so that
// the ones to be matched first come first.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/labelled_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::mcs {

/// A vertex in the search's own numbers.
using Vertex = std::uint16_t;

/// Numbers for the edges between two vertices, with their labels: 0 for no edge, and one for each kind that both graphs
/// have. Kinds that only one graph has cannot be matched: they share a number for each graph.
class PairKinds {
  public:
    /// The number that row() of a Side has in place of the vertex itself, which is neither a neighbour nor another
    /// vertex.
    static constexpr std::uint8_t itself = 2;

    /// Throws Error if there are more kinds than numbers.
    PairKinds(const graph::LabelledGraph& left, const graph::LabelledGraph& right);

    /// Number of the ordered pair (v, u) of the left or of the right graph.
    std::uint8_t number(const graph::LabelledGraph& graph, bool is_left, std::size_t v, std::size_t u) const;

    /// Upper limit of the numbers, exclusive; 2: vertices are only adjacent or not.
    unsigned end() const { return end_; }

  private:
    using Edge = std::optional<std::uint64_t>;
    using Kind = std::pair<Edge, Edge>;  // from v to u, and back

    std::map<Kind, std::uint8_t> numbers_;  // empty: vertices are only adjacent or not
    std::uint8_t left_alone_ = 0, right_alone_ = 0;
    unsigned end_ = 2;
};

/// One of the two graphs. Takes about size()² bytes: a byte is read faster than a bit.
class Side {
  public:
    /// Vertices are numbered by decreasing degree, or with `rising` by increasing degree.
    Side(const graph::LabelledGraph& graph, bool rising, const PairKinds& kinds, bool is_left);

    std::size_t size() const { return order_.size(); }
    /// Element w: the number of the kind of (vertex, w), 0 if they are not adjacent; PairKinds::itself if w is it.
    const std::uint8_t* row(Vertex vertex) const { return matrix_.data() + vertex * padded_size(); }
    /// Length of a row with the zeros at its end, a multiple of 16.
    std::size_t padded_size() const { return padded(order_.size()); }
    /// The vertex of the graph for which `vertex` stands.
    std::size_t original(Vertex vertex) const { return order_[vertex]; }
    /// Label of a vertex; only vertices with the same label can be matched.
    std::uint64_t label(Vertex vertex) const { return labels_.empty() ? 0 : labels_[vertex]; }
    /// The first of the vertices that are like `vertex`, maybe itself: with the same label, and pairs of the same kinds
    /// with all others. To exchange such twins leaves the graph as it is. In an undirected graph without labels they
    /// have the same neighbours, apart from each other.
    Vertex first_twin(Vertex vertex) const { return first_twins_[vertex]; }
    bool has_twins(Vertex vertex) const { return has_twins_[vertex]; }

  private:
    static constexpr std::size_t padded(std::size_t size) { return (size + 15) / 16 * 16; }
    void find_twins();
    bool are_twins(Vertex a, Vertex b) const;

    std::vector<std::size_t> order_;
    std::vector<std::uint8_t> matrix_;
    std::vector<std::uint64_t> labels_;  // empty: no labels
    std::vector<Vertex> first_twins_;
    std::vector<bool> has_twins_;
};

/// Two graphs, and whether the common subgraph must be connected. The left one is not the larger: its vertices are
/// chosen one by one, and matched with one of the right side or with none.
class Space {
  public:
    /// Throws Error if a graph has more than `max_vertices` vertices, or there are too many kinds of pairs. Without
    /// `at_once`, which tests of nodes want, small subtrees are searched node by node like others.
    Space(const graph::LabelledGraph& first, const graph::LabelledGraph& second, bool connected, bool at_once = true);
    Space(const graph::Graph& first, const graph::Graph& second, bool connected, bool at_once = true)
        : Space(graph::LabelledGraph(first), graph::LabelledGraph(second), connected, at_once) {}

    const Side& left() const { return left_; }
    const Side& right() const { return right_; }
    /// Whether the left side is the second graph.
    bool swapped() const { return swapped_; }
    bool connected() const { return connected_; }
    bool at_once() const { return at_once_; }
    /// Upper limit of the numbers of kinds of pairs, exclusive.
    unsigned kinds() const { return kinds_.end(); }

  private:
    bool swapped_;
    bool connected_;
    bool at_once_;
    PairKinds kinds_;
    Side left_;
    Side right_;
};

}  // namespace scrump::mcs

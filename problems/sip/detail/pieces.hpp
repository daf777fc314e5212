#pragma once
// Special treatment of patterns of several pieces, beyond domains: which pieces are alike, and how many edges of the
// target all of them need.
//
// Pieces (connected components with an edge) that are alike can be exchanged in every mapping. So when one of several
// that are still untouched is branched on, the others need not be tried with the images that it had before: of all ways
// to exchange them, one is left, and a count multiplies by the number of ways.
//
// Disjoint edges of the pattern go to disjoint edges of the target: if a maximum matching of the rest of the target is
// smaller than a matching of the rest of the pattern, no mapping exists. Domains cannot detect that: each of many
// disjoint edges alone may go anywhere. (Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17,
// 1965.)

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/sip/detail/node.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace scrump::sip {

class Space;

class Pieces {
  public:
    /// The pieces of a pattern with at least two; otherwise null. `pattern_order` and `pattern`: the space's numbering
    /// of the pattern; `target`: the target in the space's numbers.
    static std::shared_ptr<const Pieces> of(const Problem& problem, std::span<const std::uint32_t> pattern_order,
                                            const graph::Graph& pattern, const graph::Graph& target);

    /// Propagates in `child`, which was made from `parent` by giving the vertex that it branches on the image `value`:
    /// false if its subtree contains no wanted solutions.
    bool keep(const Space& space, const Node& parent, std::size_t value, Node& child) const;

    /// Whether the target has room for disjoint edges of the pattern whose ends are open. False is certain; for targets
    /// that are too large to be examined, the result is true.
    bool has_room(const Space& space, const Node& node) const;

    /// Finds a mapping at once if the rest of the pattern consists of disjoint edges, each of which may go anywhere in
    /// the same set, and isolated vertices: a maximum matching is one. Otherwise the node stays unchanged.
    void complete(const Space& space, Node& node) const;

    /// Number of pieces of each kind.
    std::vector<std::size_t> kinds() const;

  private:
    using Vertex = std::uint32_t;
    static constexpr Vertex none = ~Vertex{0};

    /// The vertices of a piece; vertices at the same place in pieces of one kind correspond to each other.
    using Piece = std::vector<Vertex>;

    struct Place {
        Vertex kind = none;  ///< none: a vertex without neighbours
        Vertex piece = none;
        Vertex index = 0;
    };

    Pieces() = default;
    void add(const Problem& problem, std::span<const std::uint32_t> pattern_order, const graph::Graph& pattern,
             Piece piece);
    void find_exchangeable(const Space& space, const Node& parent, std::vector<Vertex>& vertices) const;
    bool keep_later(const Space& space, std::span<const Vertex> vertices, std::size_t value, Node& child) const;

    bool only_edges_ = false;  // pairs of vertices have no other constraints than the edges between them
    std::vector<std::vector<Piece>> kinds_;
    std::vector<Place> places_;                     // one for each pattern vertex
    std::vector<std::pair<Vertex, Vertex>> pairs_;  // a maximum matching of the pattern
    graph::Graph target_;
};

}  // namespace scrump::sip

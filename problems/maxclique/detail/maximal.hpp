#pragma once
// Maximal cliques as the nodes of a tree, each once, with weights: for searches for several solutions.
//
// C. Bron and J. Kerbosch ("Finding all cliques of an undirected graph", Communications of the ACM 16, 1973), with the
// pivots of E. Tomita, A. Tanaka and H. Takahashi ("The worst-case time complexity for generating all maximal cliques",
// Theoretical Computer Science 363, 2006), as a branch and bound: of the vertices that can be added, those of one
// colour are not adjacent to one another, so a clique has at most the heaviest of each colour.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// The common data of all nodes: the graph with its vertices renumbered.
class MaximalSpace {
  public:
    /// As many vertices as there are weights; no clique weighs more than `most`.
    MaximalSpace(const graph::Graph& graph, std::span<const Weight> weights, Weight most);

    std::size_t size() const { return order_.size(); }
    std::size_t words() const { return words_; }
    Weight most() const { return most_; }
    Weight weight(std::size_t vertex) const { return weights_[vertex]; }
    /// The neighbours of `vertex`.
    const std::uint64_t* row(std::size_t vertex) const { return rows_.data() + vertex * words_; }
    /// The vertex of the graph for which `vertex` stands.
    std::size_t original(std::size_t vertex) const { return order_[vertex]; }

  private:
    Weight most_;
    std::size_t words_;
    std::vector<std::size_t> order_;
    std::vector<Weight> weights_;
    std::vector<std::uint64_t> rows_;
};

struct MaximalNode {
    std::vector<std::uint32_t> clique;
    /// Sets of words(): the vertices that are adjacent to all of the clique and may be added; and those that are
    /// adjacent, but belong to cliques of other nodes.
    std::vector<std::uint64_t> candidates;
    std::vector<std::uint64_t> excluded;
    Weight weight = 0;  ///< weight of the clique
    Weight limit = 0;   ///< no clique below weighs more

    template <class Archive>
    void serialize(Archive& archive) {
        archive(clique, candidates, excluded, weight, limit);
    }
};

/// The empty clique, to which all vertices may be added.
MaximalNode root(const MaximalSpace& space);

/// Yields the cliques with one more vertex: one that is not a neighbour of the pivot, as a clique without such vertices
/// could be extended by the pivot.
class MaximalGenerator {
  public:
    using Space = MaximalSpace;
    using Node = MaximalNode;

    /// The children below which a clique heavier than `to_beat` may exist.
    MaximalGenerator(const Space& space, const Node& node, Weight to_beat);

    bool next(Node& child);

    /// The weight of a maximal clique; the worst of all for other cliques.
    static Weight objective(const Space&, const Node& node);
    static Weight bound(const Space& space, const Node& node) { return std::min(space.most(), node.limit); }

    /// Whether it is a clique, the sets are of vertices adjacent to all of it, and limit and weight are correct.
    static bool valid(const Space& space, const Node& node);
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && depth == node.clique.size();
    }

  private:
    const Space* space_;
    const Node* node_;
    Weight to_beat_;
    std::vector<std::uint64_t> left_;      // candidates without a child so far
    std::vector<std::uint64_t> excluded_;  // together with those that had their child
    std::vector<std::uint32_t> branches_;  // the last one comes next
};

}  // namespace scrump::maxclique

#pragma once
// The maximum weight clique problem as a node generator: generator.hpp with weights in place of sizes.

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/generator.hpp>
#include <scrump/problems/maxclique/detail/weighted_branching.hpp>
#include <scrump/problems/maxclique/detail/weighted_space.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// A clique and the vertices, all adjacent to all of it, that its subtree may add; in the space's numbers.
template <std::size_t W>
struct WeightedNode {
    BitSet<W> candidates;
    BitSet<W> clique;
    Weight weight = 0;  ///< weight of the clique
    Weight limit = 0;   ///< no clique in the subtree is heavier
};

/// The empty clique, which the whole graph may extend.
template <std::size_t W>
WeightedNode<W> root(const WeightedSpace<W>& space) {
    return {BitSet<W>::first_n(space.size()), {}, 0, space.total()};
}

/// The node of a clique given in the graph's own vertex numbers, as an incumbent or to be searched from.
template <std::size_t W>
WeightedNode<W> node_of(const WeightedSpace<W>& space, std::span<const std::size_t> clique) {
    WeightedNode<W> node = root(space);
    for (const std::size_t original : clique) {
        const std::size_t vertex = space.graph().vertex(original);
        node.candidates &= space.row(vertex);
        node.clique.set(vertex);
        node.weight += space.weight(vertex);
    }
    return node;
}

/// The clique of a node in the graph's own vertex numbers, ascending.
template <std::size_t W>
std::vector<std::size_t> vertices_of(const WeightedSpace<W>& space, const WeightedNode<W>& node) {
    std::vector<std::size_t> vertices;
    node.clique.for_each([&](std::size_t vertex) { vertices.push_back(space.graph().original(vertex)); });
    std::sort(vertices.begin(), vertices.end());
    return vertices;
}

/// Yields the children of a clique: the same with one more vertex. A `NodeGenerator` that counts its children, has an
/// objective and a bound, knows the incumbent and reports pruning.
template <std::size_t W>
class WeightedGenerator {
  public:
    using Space = WeightedSpace<W>;
    using Node = WeightedNode<W>;

    /// All children: in the whole tree below the root, each clique of the graph once.
    WeightedGenerator(const Space& space, const Node& node)
        : space_(&space), node_(&node), branching_(node.candidates), limit_(node.weight) {}

    /// The children below which a clique heavier than `to_beat` may exist.
    WeightedGenerator(const Space& space, const Node& node, Weight to_beat) : WeightedGenerator(space, node) {
        if (to_beat < node.weight) return;
        branching_ = weighted_branching_set(space, node.candidates, to_beat - node.weight);
        settled_ = node.candidates - branching_;
        pruned_ = settled_.any();
        limit_ = to_beat;
    }

    bool next(Node& child) {
        const std::size_t vertex = branching_.first();
        if (vertex == BitSet<W>::capacity) return false;
        branching_.reset(vertex);
        // The vertex adds its weight to the heaviest of the settled ones, for this child and for the next.
        limit_ += space_->weight(vertex);
        child.candidates = space_->row(vertex) & settled_;
        child.clique = node_->clique;
        child.clique.set(vertex);
        child.weight = node_->weight + space_->weight(vertex);
        child.limit = std::min(limit_, node_->limit);
        settled_.set(vertex);
        return true;
    }

    std::uint64_t remaining() const { return branching_.count_sparse(); }
    bool pruned() const { return pruned_; }

    static Weight objective(const Space&, const Node& node) { return node.weight; }
    static Weight bound(const Space&, const Node& node) { return node.limit; }
    /// A bound: no clique has more than one vertex of each colour; nor of each of the independent sets over which the
    /// weights are distributed, where a vertex may be in several.
    static Weight dual_bound(const Space& space, const Node& node) {
        Weight most = node.weight;
        for_each_colour(space.graph(), node.candidates, [&](const BitSet<W>& colour) {
            Weight heaviest = 0;
            colour.for_each([&](std::size_t vertex) { heaviest = std::max(heaviest, space.weight(vertex)); });
            most += heaviest;
        });
        return std::min({most, node.weight + shared_out(space, node.candidates), node.limit});
    }

    /// Whether it is a clique of its weight, and all candidates may extend it.
    static bool valid(const Space& space, const Node& node) {
        if (!extends_clique(space.graph(), node.clique, node.candidates)) return false;
        Weight weight = 0;
        node.clique.for_each([&](std::size_t vertex) { weight += space.weight(vertex); });
        return node.weight == weight && node.limit >= weight && node.limit <= space.total();
    }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && depth == node.clique.count();
    }

  private:
    // Subtracts from all vertices of an independent set the remaining weight of the lightest of them, until nothing is
    // left: the sum of the subtracted weights. Stops early if that takes long: it may be called for many nodes.
    static Weight shared_out(const Space& space, BitSet<W> open) {
        std::vector<Weight> left(space.graph().size());
        open.for_each([&](std::size_t vertex) { left[vertex] = space.weight(vertex); });
        Weight sum = 0;
        std::size_t words = 0;
        constexpr std::size_t max_words = std::size_t{1} << 20;
        while (open.any()) {
            BitSet<W> members;
            Weight lightest = std::numeric_limits<Weight>::max();
            for (BitSet<W> free = open; free.any();) {
                const std::size_t vertex = free.first();
                members.set(vertex);
                free.reset(vertex);
                free = free - space.row(vertex);
                lightest = std::min(lightest, left[vertex]);
                words += W;
            }
            if (words > max_words) return space.total();
            members.for_each([&](std::size_t vertex) {
                left[vertex] -= lightest;
                if (left[vertex] == 0) open.reset(vertex);
            });
            sum += lightest;
        }
        return sum;
    }

    const Space* space_;
    const Node* node_;
    BitSet<W> branching_;  // still to be yielded
    BitSet<W> settled_;    // candidates of the next child, before it narrows them to its neighbours
    Weight limit_;         // of the node's clique with the heaviest that `settled_` may hold
    bool pruned_ = false;
};

}  // namespace scrump::maxclique

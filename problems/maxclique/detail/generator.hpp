#pragma once
// The maximum clique problem as a node generator: a node is a clique and the candidates that may extend it.
//
// Made with an incumbent to beat, a generator yields only children that branching_set could not settle; otherwise it
// yields every clique of the graph exactly once.

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/branching.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::maxclique {

/// A clique and the vertices, all adjacent to all of it, that its subtree may add; in the space's numbers.
template <std::size_t W>
struct Node {
    BitSet<W> candidates;
    BitSet<W> clique;
    std::int32_t size = 0;   ///< number of vertices of the clique
    std::int32_t limit = 0;  ///< no clique in the subtree has more vertices
};

/// The empty clique, which the whole graph may extend.
template <std::size_t W>
Node<W> root(const Space<W>& space) {
    return {BitSet<W>::first_n(space.size()), {}, 0, static_cast<std::int32_t>(space.size())};
}

/// Whether `clique` is a clique, and all candidates are adjacent to all of it.
template <std::size_t W>
bool extends_clique(const Space<W>& space, const BitSet<W>& clique, const BitSet<W>& candidates) {
    const BitSet<W> all = BitSet<W>::first_n(space.size());
    if (((clique | candidates) - all).any()) return false;
    bool extends = true;
    clique.for_each([&](std::size_t vertex) {
        BitSet<W> others = clique;
        others.reset(vertex);
        extends = extends && !((others | candidates) - space.row(vertex)).any();
    });
    return extends;
}

/// Calls `look` with the independent sets into which first fit puts `candidates`.
template <std::size_t W, class Look>
void for_each_colour(const Space<W>& space, BitSet<W> candidates, const Look& look) {
    while (candidates.any()) {
        BitSet<W> colour;
        for (BitSet<W> open = candidates; open.any();) {
            const std::size_t vertex = open.first();
            colour.set(vertex);
            open.reset(vertex);
            open = open - space.row(vertex);
        }
        candidates = candidates - colour;
        look(colour);
    }
}

/// Yields the children of a clique: the same with one more vertex. A `NodeGenerator` that counts its children, has an
/// objective and a bound, knows the incumbent and reports pruning.
template <std::size_t W>
class Generator {
  public:
    using Space = maxclique::Space<W>;
    using Node = maxclique::Node<W>;

    /// All children: in the whole tree below the root, each clique of the graph once.
    Generator(const Space& space, const Node& node)
        : rows_(space.rows()), node_(&node), branching_(node.candidates), limit_(node.size + 1) {}

    /// The children below which a clique of more than `to_beat` vertices may exist. Takes about a microsecond, for
    /// colouring and propagation.
    Generator(const Space& space, const Node& node, std::int32_t to_beat) : Generator(space, node) {
        if (to_beat <= node.size) return;
        const Branching<W> found = branching_set(space, node.candidates, static_cast<std::size_t>(to_beat - node.size));
        branching_ = found.branching;
        settled_ = node.candidates - branching_;
        pruned_ = settled_.any();
        settled_ -= found.dropped;
        limit_ = to_beat + 1;
    }

    bool next(Node& child) {
        const std::size_t vertex = branching_.first();
        if (vertex == BitSet<W>::capacity) return false;
        branching_.reset(vertex);
        child.candidates = rows_[vertex] & settled_;
        child.clique = node_->clique;
        child.clique.set(vertex);
        child.size = node_->size + 1;
        child.limit = std::min(limit_, node_->limit);
        // Each vertex that joins the settled ones may increase their largest clique by one.
        ++limit_;
        settled_.set(vertex);
        return true;
    }

    std::uint64_t remaining() const { return branching_.count_sparse(); }
    bool pruned() const { return pruned_; }

    static std::int32_t objective(const Space&, const Node& node) { return node.size; }
    static std::int32_t bound(const Space&, const Node& node) { return node.limit; }
    /// No clique has more vertices than a colouring has colours.
    static std::int32_t dual_bound(const Space& space, const Node& node) {
        std::int32_t most = node.size;
        for_each_colour(space, node.candidates, [&](const BitSet<W>&) { ++most; });
        return std::min(most, node.limit);
    }

    /// Whether it is a clique of its size, and all candidates may extend it.
    static bool valid(const Space& space, const Node& node) {
        return extends_clique(space, node.clique, node.candidates) &&
               node.size == static_cast<std::int32_t>(node.clique.count()) && node.limit >= node.size &&
               node.limit <= static_cast<std::int32_t>(space.size());
    }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && depth == static_cast<unsigned>(node.size);
    }

  private:
    const BitSet<W>* rows_;
    const Node* node_;
    BitSet<W> branching_;  // still to be yielded
    BitSet<W> settled_;    // candidates of the next child, before it narrows them to its neighbours
    std::int32_t limit_;   // of the next child: its size and the largest clique that `settled_` may hold
    bool pruned_ = false;
};

}  // namespace scrump::maxclique

#pragma once
// The clique search with proofs: nodes are settled by what cutting planes can derive in few steps, and each node is
// logged with its record (recorded_branching.hpp) for the proof (proof.hpp). The search without proofs settles more
// nodes of dense graphs (reasoning.hpp).

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/generator.hpp>
#include <scrump/problems/maxclique/detail/recorded_branching.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/proof/ext/tree_log.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::maxclique {

template <std::size_t W>
struct LoggedSpace {
    Space<W> graph;
    proof::TreeLog* log;  ///< log of this process
};

/// A clique and the vertices that its subtree may add, in the space's numbers; and data for the log.
template <std::size_t W>
struct LoggedNode {
    BitSet<W> candidates;
    BitSet<W> clique;
    std::int32_t size = 0;       ///< number of vertices of the clique
    std::uint32_t branched = 0;  ///< the vertex that was added to its parent's clique
    proof::Address parent = 0;   ///< the parent's record
};

/// The empty clique, which the whole graph may extend.
template <std::size_t W>
LoggedNode<W> root(const LoggedSpace<W>& space) {
    return {BitSet<W>::first_n(space.graph.size()), {}, 0, 0, 0};
}

/// Yields the children of a clique that recorded_branching_set() could not settle, and logs the node when it is made.
template <std::size_t W>
class LoggedGenerator {
  public:
    using Space = LoggedSpace<W>;
    using Node = LoggedNode<W>;

    LoggedGenerator(const Space& space, const Node& node, std::int32_t to_beat)
        : rows_(space.graph.rows()), node_(&node) {
        thread_local Record record;
        const auto classes = static_cast<std::size_t>(std::max(to_beat - node.size, 0));
        branching_ = recorded_branching_set(space.graph, node.candidates, classes, record);
        settled_ = node.candidates - branching_;
        pruned_ = settled_.any();
        self_ = space.log->writer().add(node.parent, node.branched, record);
    }

    bool next(Node& child) {
        const std::size_t vertex = branching_.first();
        if (vertex == BitSet<W>::capacity) return false;
        branching_.reset(vertex);
        child.candidates = rows_[vertex] & settled_;
        child.clique = node_->clique;
        child.clique.set(vertex);
        child.size = node_->size + 1;
        child.branched = static_cast<std::uint32_t>(vertex);
        child.parent = self_;
        settled_.set(vertex);
        return true;
    }

    std::uint64_t remaining() const { return branching_.count(); }
    bool pruned() const { return pruned_; }

    static std::int32_t objective(const Space&, const Node& node) { return node.size; }

    /// Whether it is a clique of its size, and all candidates may extend it.
    static bool valid(const Space& space, const Node& node) {
        return extends_clique(space.graph, node.clique, node.candidates) &&
               node.size == static_cast<std::int32_t>(node.clique.count());
    }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && depth == static_cast<unsigned>(node.size);
    }

  private:
    const BitSet<W>* rows_;
    const Node* node_;
    BitSet<W> branching_;      // still to be yielded
    BitSet<W> settled_;        // candidates of the next child, before it narrows them to its neighbours
    proof::Address self_ = 0;  // this node's record
    bool pruned_ = false;
};

}  // namespace scrump::maxclique

#pragma once
// The clique search with proofs: nodes are settled by colour classes alone, whose at-most-one constraints cutting
// planes derive, and each node's classes are logged for the proof (proof.hpp). The search without proofs settles more
// nodes (propagation.hpp).

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/colouring.hpp>
#include <scrump/problems/maxclique/detail/generator.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/proof/ext/tree_log.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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

namespace detail {

/// Makes room in the classes for vertices of `left`: such a vertex joins a class in which it has a single neighbour, if
/// that can go to another class. Returns the remaining vertices. (Re-NUMBER of Tomita, Sutani, Higashi, Takahashi and
/// Wakatsuki, "A simple and faster branch-and-bound algorithm for finding a maximum clique", WALCOM 2010.)
template <std::size_t W>
BitSet<W> recolour(const BitSet<W>* rows, BitSet<W> left, std::span<BitSet<W>> classes) {
    const auto joins = [&](std::size_t vertex) {
        for (BitSet<W>& own : classes) {
            const BitSet<W> neighbours = rows[vertex] & own;
            const std::size_t count = neighbours.count();
            if (count > 1) continue;
            if (count == 1) {
                const std::size_t mover = neighbours.first();
                BitSet<W>* host = nullptr;
                for (BitSet<W>& other : classes) {
                    if (&other == &own || (rows[mover] & other).any()) continue;
                    host = &other;
                    break;
                }
                if (host == nullptr) continue;
                own.reset(mover);
                host->set(mover);
            }
            own.set(vertex);
            return true;
        }
        return false;
    };
    BitSet<W> rest = left;
    left.for_each([&](std::size_t vertex) {
        if (joins(vertex)) rest.reset(vertex);
    });
    return rest;
}

/// Data that a thread keeps between nodes.
template <std::size_t W>
struct LoggedScratch {
    std::vector<BitSet<W>> classes;
    std::vector<std::uint16_t> payload;

    static LoggedScratch& of_this_thread() {
        thread_local LoggedScratch scratch;
        return scratch;
    }
};

}  // namespace detail

/// Yields the children of a clique that colour classes could not settle, and logs the node when it is made: the payload
/// is the number of classes, the size of each, and their vertices.
template <std::size_t W>
class LoggedGenerator {
  public:
    using Space = LoggedSpace<W>;
    using Node = LoggedNode<W>;

    LoggedGenerator(const Space& space, const Node& node, std::int32_t to_beat)
        : rows_(space.graph.rows()), node_(&node), branching_(node.candidates) {
        const auto classes = static_cast<std::size_t>(std::max(to_beat - node.size, 0));
        auto& scratch = detail::LoggedScratch<W>::of_this_thread();
        const std::span<const BitSet<W>> kept = settle(classes, scratch.classes);
        self_ = space.log->writer().add(node.parent, node.branched, describe(kept, scratch.payload));
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
    /// Puts candidates into at most `classes` classes, and returns the non-empty ones.
    std::span<const BitSet<W>> settle(std::size_t classes, std::vector<BitSet<W>>& sets) {
        classes = std::min(classes, node_->candidates.count());
        if (classes == 0) return {};
        if (sets.size() <= classes) sets.resize(classes + 1);
        std::fill_n(sets.begin(), classes, BitSet<W>{});
        branching_ = colour(rows_, node_->candidates, classes, classes, sets.data());
        const std::span<BitSet<W>> used(sets.data(), classes);
        if (branching_.any()) branching_ = detail::recolour<W>(rows_, branching_, used);
        settled_ = node_->candidates - branching_;
        pruned_ = settled_.any();
        std::size_t kept = 0;
        while (kept < classes && sets[kept].any()) ++kept;
        return used.first(kept);
    }

    static std::span<const std::uint16_t> describe(std::span<const BitSet<W>> classes,
                                                   std::vector<std::uint16_t>& payload) {
        payload.clear();
        payload.push_back(static_cast<std::uint16_t>(classes.size()));
        for (const BitSet<W>& each : classes) payload.push_back(static_cast<std::uint16_t>(each.count()));
        for (const BitSet<W>& each : classes)
            each.for_each([&](std::size_t vertex) { payload.push_back(static_cast<std::uint16_t>(vertex)); });
        return payload;
    }

    const BitSet<W>* rows_;
    const Node* node_;
    BitSet<W> branching_;      // still to be yielded
    BitSet<W> settled_;        // candidates of the next child, before it narrows them to its neighbours
    proof::Address self_ = 0;  // this node's record
    bool pruned_ = false;
};

}  // namespace scrump::maxclique

#pragma once
// The search for a clique in a large sparse graph as a node generator.
//
// The children of the root are the vertices that may be the first of a clique in degeneracy order. Each of them opens
// the dense problem of its later neighbours, which the generator for dense graphs searches. So that any subtree can go
// anywhere, a node names its problem, and the receiver makes that problem again: it follows from the graph, the vertex
// and the size to beat when it was opened.

#include <scrump/base/bitset.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/generator.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/maxclique/detail/sparse_space.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::maxclique {

/// A clique of the vertex `first` and some of its later neighbours.
template <std::size_t W>
struct SparseNode {
    static constexpr std::uint32_t all = ~std::uint32_t{0};
    static constexpr std::uint32_t known = all - 1;
    static constexpr std::int32_t unopened = -1;

    Node<W> inner;                   ///< without `first`, but counting it; in the numbers of the dense problem
    std::uint32_t first = all;       ///< or `all` for the root, `known` for the clique that the space knows
    std::int32_t opened = unopened;  ///< the size to beat when the dense problem was made
};

template <std::size_t W>
SparseNode<W> root(const SparseSpace& space) {
    SparseNode<W> node;
    node.inner.limit = space.starts().empty() ? 0 : static_cast<std::int32_t>(space.widest()) + 1;
    return node;
}

/// The node of the clique that the space knows: can be an incumbent, but not be searched from.
template <std::size_t W>
SparseNode<W> known_node(const SparseSpace& space) {
    SparseNode<W> node{.inner = {}, .first = SparseNode<W>::known};
    node.inner.size = node.inner.limit = static_cast<std::int32_t>(space.known().size());
    return node;
}

/// The later neighbours of a vertex that may be with it in a clique of more than a given size, as a dense graph.
template <std::size_t W>
class DenseProblem {
  public:
    /// The problem of `first` and cliques of more than `to_beat` vertices; null if degrees alone rule them out. The
    /// calling thread keeps the last one.
    static std::shared_ptr<const DenseProblem> of(const SparseSpace& space, std::uint32_t first, std::int32_t to_beat);

    const Space<W>& space() const { return space_; }
    /// The clique that is `first` alone.
    const Node<W>& top() const { return top_; }
    /// The vertex of the ordered graph for which `vertex` of the dense space stands.
    OrderedGraph::Vertex vertex(std::size_t vertex) const { return vertices_[space_.original(vertex)]; }

  private:
    DenseProblem(std::vector<OrderedGraph::Vertex> vertices, const graph::Graph& graph)
        : vertices_(std::move(vertices)), space_(make_space<W>(graph)), top_(maxclique::root(space_)) {
        ++top_.size;
        ++top_.limit;
    }

    static std::shared_ptr<const DenseProblem> make(const OrderedGraph& graph, std::uint32_t first, std::size_t degree);

    std::vector<OrderedGraph::Vertex> vertices_;
    Space<W> space_;
    Node<W> top_;
};

namespace detail {

/// The subgraph that the later neighbours of a vertex induce, without vertices of small degree. Its buffers are kept
/// for each thread.
class LaterNeighbours {
  public:
    /// Keeps the vertices that have at least `degree` neighbours among the kept ones.
    void take(const OrderedGraph& graph, std::uint32_t first, std::size_t degree);

    std::size_t size() const { return left_.size(); }

    std::vector<OrderedGraph::Vertex> vertices() const;

    graph::Graph dense() const;

  private:
    struct Edge {
        std::uint32_t a, b;
    };

    void collect_edges(const OrderedGraph& graph);
    void peel(std::size_t degree);

    std::span<const OrderedGraph::Vertex> vertices_;
    std::vector<std::uint32_t> numbers_;  // numbers of the vertices of the graph, from 1; 0 for those not in it
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> degrees_;
    std::vector<std::uint32_t> left_;
};

}  // namespace detail

/// Yields the children of a clique in a sparse graph. As Generator<W>, of which it has everything but the space.
template <std::size_t W>
class SparseGenerator {
  public:
    /// Making a child may require making a dense problem.
    static constexpr bool opens_problems = true;

    using Space = SparseSpace;
    using Node = SparseNode<W>;

    SparseGenerator(const Space& space, const Node& node) : SparseGenerator(space, node, 0) {}

    SparseGenerator(const Space& space, const Node& node, std::int32_t to_beat) : space_(&space), first_(node.first) {
        if (first_ == Node::all) {
            starts_ = space.starts();
            return;
        }
        const bool opens = node.opened == Node::unopened;
        opened_ = opens ? std::max(to_beat, 0) : node.opened;
        problem_ = DenseProblem<W>::of(space, first_, opened_);
        if (problem_) dense_.emplace(problem_->space(), opens ? problem_->top() : node.inner, to_beat);
    }

    bool next(Node& child) {
        if (first_ == Node::all) return next_start(child);
        if (!dense_) return false;
        child.first = first_;
        child.opened = opened_;
        return dense_->next(child.inner);
    }

    std::uint64_t remaining() const { return dense_ ? dense_->remaining() : starts_.size(); }
    bool pruned() const { return dense_ ? dense_->pruned() : first_ != Node::all; }

    static std::int32_t objective(const Space&, const Node& node) { return node.inner.size; }
    static std::int32_t bound(const Space&, const Node& node) { return node.inner.limit; }

    /// Whether it is the root, a vertex alone, the known clique, or a valid node of the problem that it names.
    static bool valid(const Space& space, const Node& node) {
        const maxclique::Node<W>& inner = node.inner;
        if (node.opened == Node::unopened && (inner.clique.any() || inner.candidates.any())) return false;
        if (node.first >= Node::known) {
            const std::size_t size = node.first == Node::known ? space.known().size() : 0;
            return node.opened == Node::unopened && inner.size == static_cast<std::int32_t>(size);
        }
        if (node.first >= space.graph().size()) return false;
        const std::size_t width = space.graph().later(node.first).size();
        if (width > BitSet<W>::capacity || inner.limit < inner.size ||
            inner.limit > static_cast<std::int32_t>(width) + 1)
            return false;
        if (node.opened == Node::unopened) return inner.size == 1;
        if (node.opened < 0) return false;
        const auto problem = DenseProblem<W>::of(space, node.first, node.opened);
        return problem && inner.size == static_cast<std::int32_t>(inner.clique.count()) + 1 &&
               extends_clique(problem->space(), inner.clique, inner.candidates);
    }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return node.first != Node::known && valid(space, node) && depth == static_cast<unsigned>(node.inner.size);
    }

  private:
    bool next_start(Node& child) {
        if (starts_.empty()) return false;
        child = {.inner = {}, .first = starts_.front()};
        child.inner.size = 1;
        child.inner.limit = static_cast<std::int32_t>(space_->graph().later(child.first).size()) + 1;
        starts_ = starts_.subspan(1);
        return true;
    }

    const Space* space_;
    std::uint32_t first_;
    std::int32_t opened_ = Node::unopened;
    std::span<const OrderedGraph::Vertex> starts_;    // for the root: still to be yielded
    std::shared_ptr<const DenseProblem<W>> problem_;  // for any other node: its problem,
    std::optional<maxclique::Generator<W>> dense_;    // and the generator that searches it
};

/// The node of a clique, given in the graph's own numbers, whose vertices are among starts() and their later
/// neighbours: can be an incumbent wherever nodes of the search may go. O(vertices).
template <std::size_t W>
SparseNode<W> node_of(const SparseSpace& space, const Clique& clique) {
    const auto among = [&](std::size_t vertex) {
        return std::ranges::find(clique, space.graph().original(vertex)) != clique.end();
    };
    SparseNode<W> node;
    node.inner.size = node.inner.limit = static_cast<std::int32_t>(clique.size());
    if (clique.empty()) return node;
    node.first = 0;
    while (!among(node.first)) ++node.first;
    if (clique.size() == 1) return node;
    node.opened = node.inner.size - 1;
    const auto problem = DenseProblem<W>::of(space, node.first, node.opened);
    for (std::size_t vertex = 0; vertex < problem->space().size(); ++vertex)
        if (among(problem->vertex(vertex))) node.inner.clique.set(vertex);
    return node;
}

/// The clique of a node in the graph's own vertex numbers, ascending.
template <std::size_t W>
Clique vertices_of(const SparseSpace& space, const SparseNode<W>& node) {
    Clique clique;
    if (node.first == SparseNode<W>::known) clique = space.known();
    if (node.first >= SparseNode<W>::known) return clique;
    clique.push_back(space.graph().original(node.first));
    if (node.opened != SparseNode<W>::unopened) {
        const auto problem = DenseProblem<W>::of(space, node.first, node.opened);
        node.inner.clique.for_each(
            [&](std::size_t vertex) { clique.push_back(space.graph().original(problem->vertex(vertex))); });
    }
    std::ranges::sort(clique);
    return clique;
}

template <std::size_t W>
std::shared_ptr<const DenseProblem<W>> DenseProblem<W>::of(const SparseSpace& space, std::uint32_t first,
                                                           std::int32_t to_beat) {
    struct Kept {
        std::uint64_t serial = 0;
        std::uint32_t first = 0;
        std::int32_t to_beat = 0;
        std::shared_ptr<const DenseProblem> problem;
    };
    thread_local Kept kept;
    if (kept.serial != space.serial() || kept.first != first || kept.to_beat != to_beat) {
        // A clique of to_beat + 1 vertices with `first` in it: the others have to_beat − 1 neighbours among themselves.
        const auto degree = static_cast<std::size_t>(std::max(to_beat - 1, 0));
        kept = {space.serial(), first, to_beat, make(space.graph(), first, degree)};
    }
    return kept.problem;
}

template <std::size_t W>
std::shared_ptr<const DenseProblem<W>> DenseProblem<W>::make(const OrderedGraph& graph, std::uint32_t first,
                                                             std::size_t degree) {
    thread_local detail::LaterNeighbours neighbours;
    neighbours.take(graph, first, degree);
    if (neighbours.size() == 0) return nullptr;
    return std::shared_ptr<const DenseProblem>(new DenseProblem(neighbours.vertices(), neighbours.dense()));
}

}  // namespace scrump::maxclique

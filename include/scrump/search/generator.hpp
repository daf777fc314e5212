#pragma once
// The user's part of a search: a node generator over a space and its nodes.
//
// A generator is made from a space and a parent node and then writes the parent's children, one at a time, best first,
// into storage that the engine owns. It needs no base class; the concepts below define what it must do, and what it may
// do to make the search faster.

#include <scrump/pools/column_node.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace scrump {

/// Yields the children of a node lazily, in heuristic order, best first.
///
/// - `G::Space`: data common to all nodes of a search; shared by all workers, never changed.
/// - `G::Node`: a partial solution; default-constructible and copyable. The engine reuses node objects, so a node
///   with a `std::vector` inside keeps its capacity. A trivially copyable node costs nothing to store and send.
/// - `G(space, parent)`: `parent` stays where it is, unchanged, for as long as the generator lives. The generator
///   itself may be moved, so it must not point into itself. If it can be copied, both objects yield the remaining
///   children, independently of each other.
/// - `bool next(Node& child)`: writes the next child over the contents of `child`; returns false when none is left, and
///   again if called once more.
template <class G>
concept NodeGenerator = requires {
    typename G::Space;
    typename G::Node;
}
&&std::default_initializable<typename G::Node>&& std::copyable<typename G::Node>&&
    std::is_nothrow_move_constructible_v<G>&& requires(G generator, typename G::Node& child) {
    { generator.next(child) } -> std::same_as<bool>;
};

/// A generator that knows how many children `next` would still yield. A count limited in depth then need not visit
/// the last level, and a childless node never enters the engine's stack.
template <class G>
concept CountsChildren = requires(const G& generator) {
    { generator.remaining() } -> std::convertible_to<std::uint64_t>;
};

/// A generator that asks for steal stacks of nodes in columns, by `static constexpr bool steal_stacks = true`: under
/// the skeleton steal-stack its enumerations then keep all open nodes there, without tasks. Generators that make
/// batches need not ask.
template <class G>
concept AsksForStealStacks = requires {
    requires std::bool_constant < static_cast<bool>(G::steal_stacks)
    > ::value;
};

/// A generator that makes the children of many nodes at once, for enumerations: columns of nodes suit vector
/// instructions (see node_columns.hpp). The engine then visits nodes in another order, which no enumeration can
/// observe.
///
/// `G::expand(space, nodes, first, count, children)` appends all children of `count` of the nodes, from `first` on, to
/// `children`, with their depths, which are one more than their parents'; in any order. If it has enough nodes, the
/// engine passes 64 at once, or `G::batch_size`: enough to fill vectors, and few enough for their children to stay in a
/// near cache.
template <class G>
concept GeneratesBatches = NodeGenerator<G> && ColumnNode<typename G::Node> &&
    requires(const typename G::Space& space, const NodeColumns<typename G::Node>& nodes,
             NodeColumns<typename G::Node>& children) {
    G::expand(space, nodes, std::size_t{}, std::size_t{}, children);
};

/// A batched generator that can tell which nodes have no children, so that they never enter the engine's stack:
/// `G::append_inner(space, nodes, stack)` appends those that have children.
template <class G>
concept DropsChildless = GeneratesBatches<G> &&
    requires(const typename G::Space& space, const NodeColumns<typename G::Node>& nodes,
             NodeColumns<typename G::Node>& stack) {
    G::append_inner(space, nodes, stack);
};

/// A search space whose nodes have a value: `G::objective(space, node)`, an arithmetic type of at most 8 bytes. Needed
/// to optimise and to decide; called by several workers at once. A node that is not a solution by itself has the worst
/// value of the type: minus infinity or `lowest()` when maximising, infinity or `max()` when minimising. So an unsigned
/// objective to be maximised must be positive for every solution.
template <class G>
concept HasObjective = requires(const typename G::Space& space, const typename G::Node& node) {
    { G::objective(space, node) } -> std::copyable;
    requires std::is_arithmetic_v<decltype(G::objective(space, node))>;
};

/// A generator that can tell whether a node meets the goal of a decision: `G::accept(space, node)`, for searches
/// without an objective; called by several workers at once.
template <class G>
concept AcceptsNodes = requires(const typename G::Space& space, const typename G::Node& node) {
    { G::accept(space, node) } -> std::same_as<bool>;
};

/// The arithmetic type of a generator's objective.
template <HasObjective G>
using ObjectiveOf =
    decltype(G::objective(std::declval<const typename G::Space&>(), std::declval<const typename G::Node&>()));

/// A generator with `G::bound(space, node)`: a bound on the objective of `node` and of every node below it. It must be
/// optimistic: no node below may be better than it says.
template <class G>
concept HasBound = HasObjective<G> && requires(const typename G::Space& space, const typename G::Node& node) {
    { G::bound(space, node) } -> std::same_as<ObjectiveOf<G>>;
};

/// A generator with `G::dual_bound(space, node)`: as `bound`, but called only for the nodes that are left when somebody
/// asks how good an answer can still be. It may be tighter and take a thousand times as long.
template <class G>
concept HasDualBound = HasBound<G> && requires(const typename G::Space& space, const typename G::Node& node) {
    { G::dual_bound(space, node) } -> std::same_as<ObjectiveOf<G>>;
};

/// `static constexpr bool bounds_never_improve = true`: a later sibling's bound is never better than an earlier one's,
/// so that one pruned child prunes all that follow.
template <class G>
concept BoundsNeverImprove = HasBound<G> && requires {
    requires static_cast<bool>(G::bounds_never_improve);
};

/// A placeholder for a T in a constructor call that converts to nothing else.
template <class T>
struct Exactly {
    /// Converts to a T.
    template <std::same_as<T> U>
    operator U() const;
};

/// A generator made as `G(space, parent, to_beat)`, the last parameter of exactly the objective's type: it may omit
/// children below which nothing is strictly better than `to_beat`. Searches without an objective make the same
/// generator as `G(space, parent)`.
template <class G>
concept KnowsIncumbent = HasObjective<G> &&
    std::constructible_from<G, const typename G::Space&, const typename G::Node&, Exactly<ObjectiveOf<G>>>;

/// A `KnowsIncumbent` generator with `bool pruned() const`: whether its constructor omitted any child, for the
/// statistics.
template <class G>
concept ReportsPruning = requires(const G& generator) {
    { generator.pruned() } -> std::same_as<bool>;
};

/// A generator that can check whether a node belongs to the search: `G::valid(space, node)`. Nodes from a file or from
/// another process are checked before they are used, because a checkpoint may have been altered. It must be true for
/// all nodes of the tree, and for the solutions that a `SearchHints` gives; false for everything else that a generator,
/// the objective or the reader of the answer could not handle: numbers out of range, sums that overflow, searches
/// without end.
template <class G>
concept ChecksNodes = requires(const typename G::Space& space, const typename G::Node& node) {
    { G::valid(space, node) } -> std::same_as<bool>;
};

/// The same for nodes to be searched, with their claimed depth: `G::valid(space, node, depth)`, which is called in
/// place of the other one. A generator that has only `valid(space, node)` gets nodes of any depth up to the limit.
template <class G>
concept ChecksDepths = requires(const typename G::Space& space, const typename G::Node& node, unsigned depth) {
    { G::valid(space, node, depth) } -> std::same_as<bool>;
};

/// A generator whose loop is to be compiled for more than the baseline instruction set: `G::enter(f)` calls `f` from a
/// function with the attribute `gnu::target`. Everything between it and the generator's members, which have the
/// attribute too, is always inlined: so the loop is compiled once for that instruction set, with the generator's work
/// inlined in it.
template <class G>
concept EntersInstructionSet = requires(void (*loop)()) {
    G::enter(loop);
};

}  // namespace scrump

#pragma once
// The result of an enumeration: any commutative monoid, with a map from nodes to its elements.
//
// Each worker folds the nodes that it visits, in no fixed order, into a value of its own; the values are merged at the
// end. So merging must be associative and commutative, with `identity` as its neutral element. The fold object itself
// is shared: several workers call its const members at the same time.

#include <scrump/pools/column_node.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump {

/// A commutative monoid over the nodes of a search.
///
/// - `F::Value`: the monoid's elements; default-constructible and copyable.
/// - `fold.identity()`: its neutral element.
/// - `fold.add(value, node, depth)`: value becomes value ⊕ f(node, depth); the root has depth 0.
/// - `fold.merge(value, other)`: value becomes value ⊕ other.
template <class F, class Node>
concept Fold = std::default_initializable<typename F::Value> && std::copyable<typename F::Value> &&
    requires(const F& fold, typename F::Value& value, const typename F::Value& other, const Node& node,
             unsigned depth) {
    { fold.identity() } -> std::convertible_to<typename F::Value>;
    fold.add(value, node, depth);
    fold.merge(value, other);
};

/// A fold that needs only a node's depth: `fold.add_many(value, count, depth)` adds `count` nodes at once. If the
/// generator counts its children, they are folded without being made.
template <class F>
concept FoldsByDepth = requires(const F& fold, typename F::Value& value, std::uint64_t count, unsigned depth) {
    fold.add_many(value, count, depth);
};

/// A fold that adds many nodes at once: `fold.add_columns(value, nodes)` adds all of them.
template <class F, class Node>
concept FoldsColumns = ColumnNode<Node> &&
    requires(const F& fold, typename F::Value& value, const NodeColumns<Node>& nodes) {
    fold.add_columns(value, nodes);
};

/// A fold that can check its values: `fold.valid(value)`. A value that comes from a file or from another process is
/// checked before it is merged.
template <class F>
concept ChecksValues = requires(const F& fold, const typename F::Value& value) {
    { fold.valid(value) } -> std::same_as<bool>;
};

/// Counts all nodes.
struct CountNodes {
    using Value = std::uint64_t;  ///< number of nodes

    /// The value for no nodes.
    Value identity() const { return 0; }
    /// Adds one node.
    template <class Node>
    void add(Value& value, const Node&, unsigned) const {
        ++value;
    }
    /// Adds `count` nodes of the same depth.
    void add_many(Value& value, std::uint64_t count, unsigned) const { value += count; }
    /// Adds a count from elsewhere.
    void merge(Value& value, const Value& other) const { value += other; }
};

/// Counts the nodes of each depth: element d is the number of nodes at depth d, up to the deepest one.
struct CountPerDepth {
    using Value = std::vector<std::uint64_t>;  ///< number of nodes, by depth

    /// The value for no nodes.
    Value identity() const { return {}; }
    /// Adds one node.
    template <class Node>
    void add(Value& value, const Node&, unsigned depth) const {
        add_many(value, 1, depth);
    }
    /// Adds `count` nodes of the same depth.
    void add_many(Value& value, std::uint64_t count, unsigned depth) const {
        if (depth >= value.size()) [[unlikely]] {
            if (count == 0) return;
            extend(value, depth);
        }
        value[depth] += count;
    }
    /// Consecutive nodes often have the same depth: each depth has four counters, so that an addition need not wait for
    /// the previous one.
    template <ColumnNode Node>
    void add_columns(Value& value, const NodeColumns<Node>& nodes) const {
        static constexpr std::size_t few = 64;
        const auto* const depths = nodes.depths();
        const std::size_t size = nodes.size();
        if (size == 0) return;
        const std::size_t deepest = *std::max_element(depths, depths + size);
        if (deepest >= value.size()) extend(value, static_cast<unsigned>(deepest));
        std::uint32_t counts[4][few] = {};
        std::size_t index = 0;
        if (deepest < few) {
            for (; index + 4 <= size; index += 4) {
                for (std::size_t i = 0; i < 4; ++i) ++counts[i][depths[index + i]];
            }
            for (std::size_t depth = 0; depth <= deepest; ++depth) {
                for (std::size_t i = 0; i < 4; ++i) value[depth] += counts[i][depth];
            }
        }
        for (; index < size; ++index) ++value[depths[index]];
    }
    /// Adds counts from elsewhere.
    void merge(Value& value, const Value& other) const {
        if (other.size() > value.size()) value.resize(other.size());
        for (std::size_t depth = 0; depth < other.size(); ++depth) value[depth] += other[depth];
    }

  private:
    [[gnu::noinline]] static void extend(Value& value, unsigned depth) { value.resize(std::size_t{depth} + 1); }
};

/// Counts the nodes for which `holds(node, depth)` is true, e.g. the solutions.
template <class Predicate>
struct CountIf {
    using Value = std::uint64_t;  ///< number of nodes

    Predicate holds;  ///< called as `holds(node, depth)`, by several workers at the same time

    /// The value for no nodes.
    Value identity() const { return 0; }
    /// Adds one node.
    template <class Node>
    void add(Value& value, const Node& node, unsigned depth) const {
        value += holds(node, depth) ? 1U : 0U;
    }
    /// Adds a count from elsewhere.
    void merge(Value& value, const Value& other) const { value += other; }
};
template <class Predicate>
CountIf(Predicate) -> CountIf<Predicate>;

}  // namespace scrump

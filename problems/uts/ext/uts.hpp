#pragma once
// Unbalanced Tree Search: count the nodes of a tree that exists only as a hash function, so that no division of the
// work is good in advance. The node generator and the fold that measures the tree.

#include <algorithm>
#include <cstdint>

#include <scrump/problems/uts/detail/batches.hpp>
#include <scrump/problems/uts/detail/generator.hpp>
#include <scrump/problems/uts/detail/node.hpp>
#include <scrump/problems/uts/detail/space.hpp>
#include <scrump/problems/uts/hash_choice.hpp>
#include <scrump/problems/uts/tree.hpp>

namespace scrump::uts {

/// Folds nodes into the shape of their tree.
struct Fold {
    using Value = Shape;

    Value identity() const { return {}; }

    void add(Value& value, const Node& node, unsigned depth) const {
        ++value.nodes;
        value.leaves += node.children == 0;
        value.depth = std::max<std::uint32_t>(value.depth, depth);
    }

    void add_columns(Value& value, const Nodes& nodes) const {
        static const BatchCode& code = batch_code_for(resolve(HashChoice::automatic));
        code.add(value, nodes);
    }

    void merge(Value& value, const Value& other) const {
        value.nodes += other.nodes;
        value.leaves += other.leaves;
        value.depth = std::max(value.depth, other.depth);
    }
};

}  // namespace scrump::uts

#pragma once
// The task of an Unbalanced Tree Search program: a node that has children. It counts them, goes on with the first that
// has children itself, and makes tasks of the others. So leaves, four nodes of five, cost no task; no task waits for
// another, so that a tree 18,000 deep does not need a stack as deep; and there is no cut-off by depth, which says
// nothing about the size of a subtree.

#include <scrump/problems/uts/uts.hpp>

#include <algorithm>
#include <cstdint>

namespace scrump::peers {

inline void add_shape(uts::Shape& to, const uts::Shape& from) {
    uts::Fold{}.merge(to, from);
}

/// Does the task of `node`; `spawn(node, depth)` makes another one.
template <class Generator, class Hash, class Spawn>
void measure_below(const uts::Space& space, typename Generator::Node node, std::uint32_t depth, uts::Shape& shape,
                   Spawn&& spawn) {
    Hash::enter([&]() __attribute__((always_inline)) {
        for (bool deeper = node.children > 0; deeper; ++depth) {
            shape.nodes += node.children;
            shape.depth = std::max(shape.depth, depth + 1);
            deeper = false;
            typename Generator::Node first{};
            typename Generator::Node child{};
            Generator generator(space, node);
            while (generator.next(child)) {
                if (child.children == 0) {
                    ++shape.leaves;
                } else if (!deeper) {
                    first = child;
                    deeper = true;
                } else {
                    spawn(child, depth + 1);
                }
            }
            node = first;
        }
    });
}

/// The root itself, which is in nobody's task.
template <class Node>
uts::Shape shape_of_root(const Node& root) {
    return {.nodes = 1, .leaves = root.children == 0, .depth = 0};
}

}  // namespace scrump::peers

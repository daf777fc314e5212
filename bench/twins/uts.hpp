#pragma once
// The sequential twin of Unbalanced Tree Search: the same nodes and hashes, walked by a loop written by hand. It hashes
// all children of a node at once, as a program written for nothing else would, and keeps those that have children on a
// stack.

#include <scrump/problems/uts/uts.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::twins {

/// The shape of the tree below and with `root`.
template <class Hash, class Node>
[[gnu::always_inline]] inline uts::Shape walk_uts(const uts::Space& space, const Node& root) {
    struct Pending {
        Node node;
        std::uint32_t depth;
    };
    std::vector<Pending> stack{{root, 0}};
    uts::Shape shape{.nodes = 1, .leaves = root.children == 0, .depth = 0};
    while (!stack.empty()) {
        const Pending parent = stack.back();
        stack.pop_back();
        if (parent.node.children == 0) continue;
        shape.nodes += parent.node.children;
        shape.depth = std::max(shape.depth, parent.depth + 1);
        const auto push = [&](Node & child) __attribute__((always_inline)) {
            child.complete(space, parent.node);
            shape.leaves += child.children == 0;
            if (child.children != 0) stack.push_back({child, parent.depth + 1});
        };
        Node a;
        Node b;
        Node c;
        std::uint32_t i = 0;
        for (; i + 3 <= parent.node.children; i += 3) {
            Hash::children(parent.node.state, i, a.state, b.state, c.state);
            push(a);
            push(b);
            push(c);
        }
        if (i + 2 == parent.node.children) {
            Hash::children(parent.node.state, i, a.state, b.state);
            push(a);
            push(b);
        } else if (i + 1 == parent.node.children) {
            Hash::children(parent.node.state, i, a.state);
            push(a);
        }
    }
    return shape;
}

/// The shape of the tree.
inline uts::Shape measure_uts_by_hand(const uts::Tree& tree, uts::HashChoice hash = uts::HashChoice::automatic) {
    const uts::Space space(tree);
    const auto walk = [&]<class Hash, class Node>(std::type_identity<uts::Generator<Hash, Node>>) {
        const Node root = Node::root(space);
        return Hash::enter([&]() __attribute__((always_inline)) { return walk_uts<Hash>(space, root); });
    };
    return uts::with_generator(tree, walk, hash);
}

}  // namespace scrump::twins

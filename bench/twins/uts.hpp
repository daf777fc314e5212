#pragma once
// The sequential twins of Unbalanced Tree Search: the same nodes and hashes, walked by loops written by hand.
//
// One works on a node at a time. It hashes all children of a node at once, as a program written for nothing else would,
// and keeps those that have children on a stack. The other one does the same with many nodes at a time, which is what
// vector instructions are made for.

#include <scrump/problems/uts/detail/sha1.hpp>
#include <scrump/problems/uts/ext/uts.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::twins {

/// The shape of the tree below and with `root`.
template <class Hash>
[[gnu::always_inline]] inline uts::Shape walk_uts(const uts::Space& space, const uts::Node& root) {
    using uts::Node;
    std::vector<Node> stack{root};
    uts::Shape shape{.nodes = 1, .leaves = root.children == 0, .depth = 0};
    while (!stack.empty()) {
        const Node parent = stack.back();
        stack.pop_back();
        if (parent.children == 0) continue;
        shape.nodes += parent.children;
        shape.depth = std::max(shape.depth, parent.depth + 1);
        const auto push = [&](Node & child) __attribute__((always_inline)) {
            child.depth = parent.depth + 1;
            child.children = space.children(child.state, child.depth);
            shape.leaves += child.children == 0;
            if (child.children != 0) stack.push_back(child);
        };
        Node a;
        Node b;
        Node c;
        std::uint32_t i = 0;
        for (; i + 3 <= parent.children; i += 3) {
            Hash::children(parent.state, i, a.state, b.state, c.state);
            push(a);
            push(b);
            push(c);
        }
        if (i + 2 == parent.children) {
            Hash::children(parent.state, i, a.state, b.state);
            push(a);
            push(b);
        } else if (i + 1 == parent.children) {
            Hash::children(parent.state, i, a.state);
            push(a);
        }
    }
    return shape;
}

/// The shape of the tree, one node at a time, with the fastest hash for that.
inline uts::Shape measure_uts_by_hand(const uts::Tree& tree) {
    const uts::Space space(tree);
    const uts::Node root = uts::Generator::root(space);
    const auto walk = [&]<class Hash>(Hash) {
        return Hash::enter([&]() __attribute__((always_inline)) { return walk_uts<Hash>(space, root); });
    };
#if defined(__x86_64__)
    if (uts::ShaNi::available()) return walk(uts::ShaNi{});
#endif
    return walk(uts::PortableSha1{});
}

/// The shape of the tree, up to `batch` nodes at a time.
inline uts::Shape measure_uts_in_batches(const uts::Tree& tree, uts::HashChoice hash = uts::HashChoice::automatic,
                                         std::size_t batch = 64) {
    const uts::Space space(tree, hash);
    const uts::Node root = uts::Generator::root(space);
    const uts::Fold fold;
    uts::Shape shape;
    fold.add(shape, root, 0);
    uts::Nodes stack;
    uts::Nodes children;
    stack.push(root, 0);
    while (!stack.empty()) {
        const std::size_t count = std::min(batch, stack.size());
        uts::Generator::expand(space, stack, stack.size() - count, count, children);
        fold.add_columns(shape, children);
        stack.drop_back(count);
        uts::Generator::append_inner(space, children, stack);
        children.clear();
    }
    return shape;
}

}  // namespace scrump::twins

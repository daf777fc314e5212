#pragma once
// The task of an Unbalanced Tree Search program: a node that has children. It counts them, goes on with the first that
// has children itself, and makes tasks of the others. So leaves, four nodes of five, cost no task; no task waits for
// another, so that a tree 18,000 deep does not need a stack as deep; and there is no cut-off by depth, which says
// nothing about the size of a subtree. The children of a node are hashed at once, by the fastest means there is.

#include <scrump/problems/uts/ext/uts.hpp>

#include <cstddef>
#include <vector>

namespace scrump::peers {

inline void add_shape(uts::Shape& to, const uts::Shape& from) {
    uts::Fold{}.merge(to, from);
}

/// Adds the children of `node` to the shape and replaces `inner` by those of them that have children.
///
/// Never inlined: a task may go on in another thread after it has made another one, and must then not look for that
/// thread's columns where it found those of the thread before.
[[gnu::noinline]] inline void make_children(const uts::Space& space, const uts::Node& node, uts::Shape& shape,
                                            std::vector<uts::Node>& inner) {
    thread_local uts::Nodes parent;
    thread_local uts::Nodes children;
    parent.clear();
    children.clear();
    parent.push(node, node.depth);
    uts::Generator::expand(space, parent, 0, 1, children);
    uts::Fold{}.add_columns(shape, children);
    inner.clear();
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (children.column(uts::children_column)[i] != 0) inner.push_back(children.node(i));
    }
}

/// Does the task of `node`; `spawn(node)` makes another one.
template <class Spawn>
void measure_below(const uts::Space& space, const uts::Node& node, uts::Shape& shape, Spawn&& spawn) {
    std::vector<uts::Node> inner;
    make_children(space, node, shape, inner);
    while (!inner.empty()) {
        for (std::size_t i = 1; i < inner.size(); ++i) spawn(inner[i]);
        const uts::Node next = inner.front();
        make_children(space, next, shape, inner);
    }
}

/// The root itself, which is in nobody's task.
inline uts::Shape shape_of_root(const uts::Node& root) {
    return {.nodes = 1, .leaves = root.children == 0, .depth = 0};
}

}  // namespace scrump::peers

#pragma once
// The node generator of unbalanced trees: a child's state is the hash of its parent's and its index. One node at a time
// by plain code, or many nodes at once by vector instructions.

#include <cstddef>
#include <cstdint>

#include "batches.hpp"
#include "node.hpp"
#include "space.hpp"

namespace scrump::uts {

/// Makes children in the order of their indices.
class Generator {
  public:
    using Space = uts::Space;
    using Node = uts::Node;

    Generator(const Space& space, const Node& parent) : space_(&space), parent_(&parent) {}

    bool next(Node& child) {
        if (made_ == parent_->children) return false;
        child.state = space_->child_state(parent_->state, made_++);
        child.depth = parent_->depth + 1;
        child.children = space_->children(child.state, child.depth);
        return true;
    }

    std::uint64_t remaining() const { return parent_->children - made_; }

    /// Whether it has as many children as its state gives. Any state is that of some tree.
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        if (node.depth != depth) return false;
        return depth == 0 ? node == root(space) : node.children == space.children(node.state, depth);
    }

    static Node root(const Space& space) { return {space.root_state(), space.root_children(), 0}; }

    /// Appends all children of `count` nodes, from `first` on, in the order of their parents and indices.
    ///
    /// Every child is hashed, even if the depth alone implies that it has no children: the benchmark requires that.
    static void expand(const Space& space, const Nodes& nodes, std::size_t first, std::size_t count, Nodes& children) {
        space.batch_code().expand(space, nodes, first, count, children);
    }

    /// Appends those of the nodes that have children.
    static void append_inner(const Space& space, const Nodes& nodes, Nodes& stack) {
        space.batch_code().append_inner(nodes, stack);
    }

  private:
    const Space* space_;
    const Node* parent_;
    std::uint32_t made_ = 0;
};

}  // namespace scrump::uts

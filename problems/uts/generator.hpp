#pragma once
// The node generator of unbalanced trees: a child's state is the hash of its parent's and its index.

#include <cstddef>
#include <cstdint>

#include "sha1.hpp"
#include "space.hpp"

namespace scrump::uts {

/// A node of a tree with the binomial law, which does not ask for the depth.
struct BinomialNode {
    State state;
    std::uint32_t children;

    static BinomialNode root(const Space& space) { return {space.root_state(), space.root_children()}; }

    /// All but the state, which is there.
    [[gnu::always_inline]] void complete(const Space& space, const BinomialNode&) {
        children = space.binomial_children(state);
    }
};

/// A node of a tree with the geometric or the hybrid law.
struct GeometricNode {
    State state;
    std::uint32_t children;
    std::uint32_t depth;

    static GeometricNode root(const Space& space) { return {space.root_state(), space.root_children(), 0}; }

    /// All but the state, which is there.
    [[gnu::always_inline]] void complete(const Space& space, const GeometricNode& parent) {
        depth = parent.depth + 1;
        children = space.geometric_children(state, depth);
    }
};

/// Makes children in the order of their indices. It hashes up to three at once and keeps those not yet asked for.
template <class Hash, class NodeType>
class Generator {
  public:
    using Space = uts::Space;
    using Node = NodeType;

    [[gnu::always_inline]] Generator(const Space& space, const Node& parent)
        : space_(&space), parent_(&parent), left_(parent.children) {}

    [[gnu::always_inline]] bool next(Node& child) {
        if (left_ == 0) return false;
        if (kept_ == 0) {
            const std::uint32_t index = parent_->children - left_;
            if (left_ >= 3) {
                Hash::children(parent_->state, index, child.state, first_kept_, second_kept_);
                kept_ = 2;
            } else if (left_ == 2) {
                Hash::children(parent_->state, index, child.state, first_kept_);
                kept_ = 1;
            } else {
                Hash::children(parent_->state, index, child.state);
            }
        } else {
            child.state = first_kept_;
            first_kept_ = second_kept_;
            --kept_;
        }
        --left_;
        child.complete(*space_, *parent_);
        return true;
    }

    [[gnu::always_inline]] std::uint64_t remaining() const { return left_; }

    static Node root(const Space& space) { return Node::root(space); }

    /// Calls `f` compiled, with all that it calls, for the hash's instruction set.
    template <class F>
    static decltype(auto) enter(F&& f) {
        return Hash::enter(static_cast<F&&>(f));
    }

  private:
    const Space* space_;
    const Node* parent_;
    std::uint32_t left_;
    std::uint32_t kept_ = 0;
    State first_kept_;
    State second_kept_;
};

}  // namespace scrump::uts

#pragma once
// The nodes of an unbalanced tree one at a time: shared by all fork-join implementations.

#include <scrump/problems/uts/ext/uts.hpp>

#include <cstdint>

namespace scrump::fork_join {

inline void add(uts::Shape& to, const uts::Shape& from) {
    uts::Fold{}.merge(to, from);
}

/// The shape of the node alone.
inline uts::Shape shape_of(const uts::Node& node) {
    uts::Shape shape;
    uts::Fold{}.add(shape, node, node.depth);
    return shape;
}

/// A child of a node with that state at that depth.
inline uts::Node child_of(const uts::Space& space, const uts::State& parent, std::uint32_t depth, std::uint32_t index) {
    uts::Node child{.state = space.child_state(parent, index), .children = 0, .depth = depth + 1};
    child.children = space.children(child.state, child.depth);
    return child;
}

}  // namespace scrump::fork_join

#pragma once
// To match one more pair is to split each label class by the kind of its vertices' pairs with the new one.

#include <scrump/problems/mcs/detail/node.hpp>
#include <scrump/problems/mcs/detail/space.hpp>

#include <cstdint>

namespace scrump::mcs {

/// Two vertices of one class, and its number.
struct ClassPair {
    std::uint32_t at = 0;
    Vertex left = 0;
    Vertex right = 0;
};

/// Writes the child of a node in which a pair is matched; false if no common subgraph in its subtree has more than
/// `to_beat` vertices.
bool split_by(const ClassPair& pair, const Space& space, const Node& node, std::int32_t to_beat, Node& child);

}  // namespace scrump::mcs

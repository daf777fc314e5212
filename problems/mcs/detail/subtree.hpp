#pragma once
// Whole small subtrees at once, without nodes: McSplit on words, whose bits are the vertices that are left.

#include <scrump/problems/mcs/detail/node.hpp>
#include <scrump/problems/mcs/detail/space.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::mcs {

/// Whether search_subtree() can search below a node, and will probably not take long.
bool is_small(const Space& space, const Node& node, std::int32_t to_beat);

/// The pairs that a largest common subgraph below a node has beyond those of the node, if it has more than `to_beat`
/// vertices; else none. Nothing if that takes too long.
std::optional<std::vector<Pair>> search_subtree(const Space& space, const Node& node, std::int32_t to_beat);

}  // namespace scrump::mcs

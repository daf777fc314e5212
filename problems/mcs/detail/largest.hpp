#pragma once
// The largest common induced subgraph as a node generator: the tree of generator.hpp without what cannot hold a larger
// one, and with only one of several subtrees that are alike.
//
// Twins are vertices of one graph that nothing tells apart (Side). Exchanging them turns a common subgraph into another
// one of the same size, so one of them is enough: Yu, Wang, Long, Lakshmanan and Cheng, "Fast maximum common subgraph
// search: a redundancy-reduced backtracking approach", 2025, for one graph; Kothalawala, Koehler and Farhan,
// "Accelerating maximum common subgraph computation by exploiting symmetries", 2026, for both. All that a node allows
// is the same for twins that it has: they are in one class, and pairs are barred for all twins of their vertices.
//
// So a search that wants several solutions must use generator.hpp.

#include <scrump/problems/mcs/detail/look_ahead.hpp>
#include <scrump/problems/mcs/detail/node.hpp>
#include <scrump/problems/mcs/detail/space.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace scrump::mcs {

/// The root: nothing matched.
LargestNode largest_root(const Space& space);

/// Yields the children of a common subgraph: those in which the chosen vertex is matched, the most promising first, and
/// then the one in which it is not.
class LargestGenerator {
  public:
    using Space = mcs::Space;
    using Node = LargestNode;

    /// All children that are not alike.
    LargestGenerator(const Space& space, const Node& node)
        : LargestGenerator(space, node, std::numeric_limits<std::int32_t>::lowest()) {}

    /// The children below which a common subgraph of more than `to_beat` vertices may exist.
    LargestGenerator(const Space& space, const Node& node, std::int32_t to_beat);

    bool next(Node& child);

    static std::int32_t objective(const Space&, const Node& node) {
        return static_cast<std::int32_t>(node.open.matched.size());
    }
    static std::int32_t bound(const Space&, const Node& node) { return node.bound; }

    /// Whether the pairs are a common subgraph, the classes have different vertices, each with the label of its class,
    /// and the vertices to be matched next are of one class.
    static bool valid(const Space& space, const Node& node);
    static bool valid(const Space& space, const Node& node, unsigned depth);

  private:
    /// Writes the child in which the chosen vertex is matched with the partner of that number.
    bool match(std::size_t partner, Node& child) const;
    bool leave_out(Node& child) const;
    const Node& node() const { return renewed_ ? *renewed_ : *node_; }

    const Space* space_;
    const Node* node_;
    std::shared_ptr<const Node> renewed_;  // the node looked at again, if more is to be beaten than when it was made
    std::int32_t to_beat_;
    std::size_t next_ = 0;
    bool leaves_out_;
};

}  // namespace scrump::mcs

#pragma once
// The maximum common induced subgraph as a node generator: McSplit, by McCreesh, Prosser and Trimble ("A partitioning
// algorithm for maximum common subgraph problems", IJCAI 2017).
//
// A node is a set of matched pairs. Of the remaining vertices, a left one can be matched with a right one if each is
// adjacent to the same of the matched ones: they then have the same label. So the vertices fall into label classes,
// none of which can ever give more pairs than its smaller side has vertices; that is the bound. To match one more pair
// is to split each class in two, by adjacency to the new pair; or, if edges have directions or labels, by the kind of
// the pair with it. To branch, take a left vertex of the smallest class: it is matched with one of the class's right
// vertices, or with none.

#include <scrump/problems/mcs/detail/node.hpp>
#include <scrump/problems/mcs/detail/space.hpp>

#include <cstdint>

namespace scrump::mcs {

/// The root: nothing matched; vertices have the labels of their graphs, if any, or all the same.
Node root(const Space& space);

/// Yields the children of a common subgraph: first those with one more pair, then the same without the left vertex that
/// the others match. In the whole tree below the root each common subgraph (each connected one, if only these are
/// wanted) is that of some node.
class Generator {
  public:
    using Space = mcs::Space;
    using Node = mcs::Node;

    /// All children.
    Generator(const Space& space, const Node& node) : Generator(space, node, -1) {}

    /// The children below which a common subgraph of more than `to_beat` vertices may exist.
    Generator(const Space& space, const Node& node, std::int32_t to_beat)
        : space_(&space), node_(&node), to_beat_(to_beat) {
        choose();
    }

    bool next(Node& child) {
        while (partner_ < partners_end_) {
            if (match(node_->right[partner_++], child)) return true;
        }
        if (!leaves_out_) return false;
        leaves_out_ = false;
        return leave_out(child);
    }

    static std::int32_t objective(const Space&, const Node& node) {
        return static_cast<std::int32_t>(node.matched.size());
    }
    static std::int32_t bound(const Space&, const Node& node) { return node.limit; }

    /// Whether the pairs are a common subgraph, and the classes have different vertices, each with the label of its
    /// class. Takes time proportional to the number of pairs times that of vertices.
    static bool valid(const Space& space, const Node& node);
    static bool valid(const Space& space, const Node& node, unsigned depth);

  private:
    /// The class to branch on: the one whose larger side is smallest; of several, the one with the first left vertex.
    void choose();
    /// Writes the child in which the chosen vertex is matched with `partner`, if it can be good enough.
    bool match(Vertex partner, Node& child) const;
    /// Writes the child in which the chosen vertex is matched with none, if it can be good enough.
    bool leave_out(Node& child) const;

    const Space* space_;
    const Node* node_;
    std::int32_t to_beat_;
    bool leaves_out_ = false;
    std::uint32_t class_ = 0;         // the chosen class
    std::uint32_t left_ = 0;          // start of its left vertices, the first of which is the chosen vertex
    std::uint32_t partner_ = 0;       // start of its right vertices, except those that were already matched
    std::uint32_t partners_end_ = 0;  // end of its right vertices
};

}  // namespace scrump::mcs

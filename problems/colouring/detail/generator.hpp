#pragma once
// Graph colouring as a node generator: DSATUR, by Brélaz ("New methods to color the vertices of a graph",
// Communications of the ACM 22, 1979), as a branch and bound, with ties broken as by San Segundo ("A new DSATUR-based
// algorithm for exact vertex coloring", PASS, Computers & Operations Research 39, 2012).
//
// A node is a proper colouring of some vertices. To branch, take an uncoloured vertex whose neighbours already have the
// most different colours (its saturation), and give it each colour that it may have, and one new colour. Everything is
// kept as sets of vertices, 64 per word: for each colour the vertices that have it or may still get it, and the
// saturations of all vertices as binary numbers, one set for each digit, so that they are counted and compared for all
// vertices at once.

#include <scrump/problems/colouring/detail/space.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::colouring {

struct Node {
    /// Sets of `Space::words()` words: the uncoloured vertices; each binary digit of the saturations, the lowest first
    /// (meaningless for coloured vertices); and for each colour in use the vertices that have it, and the uncoloured
    /// ones that may get it.
    std::vector<std::uint64_t> sets;
    std::int32_t colours = 0;  ///< number of colours in use
    std::int32_t left = 0;     ///< number of uncoloured vertices

    template <class Archive>
    void serialize(Archive& archive) {
        archive(sets, colours, left);
    }
};

/// The root: only the clique of the space is coloured.
Node root(const Space& space);

/// A complete colouring of the graph as a node that can be an incumbent.
Node node_of(const Space& space, const Colouring& colouring);

/// The colouring of a node without uncoloured vertices.
Colouring colouring_of(const Space& space, const Node& node);

/// Yields the children of a partial colouring: one more vertex coloured. The objective, to be minimised, is the number
/// of colours of a complete colouring.
class Generator {
  public:
    using Space = colouring::Space;
    using Node = colouring::Node;

    /// A new colour comes after all colours in use.
    static constexpr bool bounds_never_improve = true;

    /// All children that use at most `space.most_colours()` colours.
    Generator(const Space& space, const Node& node) : Generator(space, node, unknown) {}

    /// The children below which a colouring with fewer than `to_beat` colours may exist.
    Generator(const Space& space, const Node& node, std::int32_t to_beat);

    bool next(Node& child);

    static std::int32_t objective(const Space&, const Node& node) { return node.left == 0 ? node.colours : unknown; }
    static std::int32_t bound(const Space& space, const Node& node) {
        return std::max(node.colours, space.fewest_colours());
    }

    /// Whether the node is a proper colouring of some vertices, and all its other data follow from that. Takes time
    /// proportional to the number of vertices times the words of a set.
    static bool valid(const Space& space, const Node& node);
    static bool valid(const Space& space, const Node& node, unsigned depth);

  private:
    static constexpr std::int32_t unknown = std::numeric_limits<std::int32_t>::max();

    void choose_vertex();

    const Space* space_;
    const Node* node_;
    std::int32_t most_;          // number of colours that may be used
    std::int32_t colour_ = 0;    // the next one to be tried
    std::size_t vertex_ = 0;     // vertex to be coloured
    std::uint64_t failing_ = 0;  // colours of which looking ahead knows that they fail
};

}  // namespace scrump::colouring

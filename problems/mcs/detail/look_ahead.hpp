#pragma once
// The node of searches for a largest common subgraph, and what it says about its subtree: a bound, and how to branch.
// Both come from a look at every pair that may be matched next.
//
// A pair's bound is that of the child in which it is matched (McCreesh, Prosser and Trimble 2017). With a profile for
// each vertex, which counts the remaining vertices of each class by the kind of their pairs with it, that is a sum of
// minima, and needs no child. A pair whose bound does not beat the incumbent is in no larger common subgraph, nor is a
// vertex all of whose pairs are such; without these vertices classes are smaller and bounds lower.

#include <scrump/problems/mcs/detail/node.hpp>
#include <scrump/problems/mcs/detail/space.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::mcs {

/// A vertex that may be matched with the chosen one.
struct Partner {
    Vertex vertex = 0;
    Vertex bound = 0;  ///< no common subgraph below with that pair has more vertices

    bool operator==(const Partner&) const = default;
};

/// A common subgraph of which only one among several alike is wanted.
struct LargestNode {
    Node open;
    std::vector<Pair> barred;       ///< first twins of the left and right vertices that may not be matched
    std::vector<Partner> partners;  ///< of the chosen vertex, the most promising first
    std::uint32_t at = 0;           ///< number of the class of the chosen vertex
    Vertex chosen = 0;
    std::uint8_t of_right = 0;    ///< 1: the chosen vertex is a right one
    std::uint8_t leaves_out = 0;  ///< 1: it may also be matched with none
    std::int32_t bound = 0;       ///< no common subgraph below has more vertices, unless it has at most `beaten`
    std::int32_t beaten = std::numeric_limits<std::int32_t>::lowest();

    template <class Archive>
    void serialize(Archive& archive) {
        archive(open, barred, partners, at, chosen, of_right, leaves_out, bound, beaten);
    }
};

/// Removes vertices of `node` that are in no common subgraph of more than `to_beat` vertices, lowers its bound, which
/// must be one, and chooses how to branch.
void look_ahead(const Space& space, std::int32_t to_beat, LargestNode& node);

}  // namespace scrump::mcs

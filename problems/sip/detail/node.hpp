#pragma once
// A node of the subgraph search: the vertices that have an image, and for each of the others the set of its remaining
// images.

#include <cstdint>
#include <vector>

namespace scrump::sip {

/// A partial mapping, in the numbers of the Space. Kept in two pieces of memory that are reused, and copied no larger
/// than they need to be.
///
/// An open vertex is a record of 1 + W words: the vertex in the low half of the first and the size of its domain in the
/// high half, then its domain as bits. So the open vertex with the smallest domain has the least first word.
struct Node {
    std::uint32_t open = 0;       ///< number of pattern vertices without an image
    std::uint32_t branching = 0;  ///< record to be branched on
    std::uint64_t solutions = 0;  ///< number of solutions of the subtree, which ends here if there are any
    std::uint64_t ways = 1;  ///< number of solutions for which each solution of the subtree stands, if they are counted
    std::vector<std::uint32_t> images;  ///< target vertex of each pattern vertex, unless it is open
    std::vector<std::uint64_t> records;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(open, branching, solutions, ways, images, records);
    }
};

}  // namespace scrump::sip

#pragma once
// The expensive steps of a subgraph search, compiled for several widths of bit sets and instruction sets.

#include <scrump/problems/sip/detail/node.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::sip {

class Space;

/// Functions that are chosen once for a space.
struct Kernels {
    /// Makes `child` of `parent` by giving the open vertex of its record `index` the image `value`, and propagates:
    /// fewer images for others by the matrices of the space, all-different, and so on until nothing changes. Returns
    /// false if a vertex has no image left; `child` is then unusable.
    bool (*assign)(const Space& space, const Node& parent, std::size_t index, std::size_t value, Node& child);

    /// Propagates in a node whose domains were made by hand, if that is not done yet.
    bool (*settle)(const Space& space, Node& node);
};

/// Throws the Error for a count that is too large.
[[noreturn]] void throw_too_many();

/// The number of words of a set for `bits` elements for which fast kernels exist.
std::size_t words_for(std::size_t bits);

/// The kernels for sets of `words` words, from `words_for()`, and for this processor, or the portable ones.
const Kernels& kernels_for(std::size_t words);
const Kernels& plain_kernels_for(std::size_t words);

}  // namespace scrump::sip

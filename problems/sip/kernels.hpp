#pragma once
// The steps that take the time of a subgraph search, compiled for several widths of bit sets and instruction sets.

#include <scrump/problems/sip/node.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::sip {

class Space;

/// Functions that are chosen once for a space.
struct Kernels {
    /// Makes `child` of `parent` by giving the open vertex of its record `index` the image `value`, and draws the
    /// conclusions: fewer images for others by the matrices of the space, all-different, and so on until nothing
    /// changes. False if a vertex has no image left; `child` is then of no use.
    bool (*assign)(const Space& space, const Node& parent, std::size_t index, std::size_t value, Node& child);

    /// Draws the conclusions of a node whose domains were made by hand, if they are not done yet.
    bool (*settle)(const Space& space, Node& node);
};

/// Throws the Error of a count that is too large.
[[noreturn]] void throw_too_many();

/// The words of a set to be used for `bits` elements: those that there are fast kernels for.
std::size_t words_for(std::size_t bits);

/// For sets of so many words, of `words_for()`, and for this processor, or one that is as plain as can be.
const Kernels& kernels_for(std::size_t words);
const Kernels& plain_kernels_for(std::size_t words);

}  // namespace scrump::sip

#pragma once
// Steps of the search for few colours: which vertex to colour, and what follows from its colour.

#include <scrump/problems/colouring/detail/generator.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::colouring {

/// Where the sets of a node are. W: the number of words of a set, perhaps a constant.
template <class W = std::size_t>
struct Layout {
    W words;
    std::size_t digits;

    std::size_t digit(std::size_t index) const { return (1 + index) * words; }
    std::size_t colour(std::size_t index) const { return (1 + digits + index) * words; }
};

inline bool has(const std::uint64_t* set, std::size_t element) {
    return ((set[element / 64] >> (element % 64)) & 1) != 0;
}

/// Whether `vertex` has `colour`, which is in use, or may get it.
inline bool may_have(const Space& space, const Node& node, std::size_t vertex, std::size_t colour) {
    return has(node.sets.data() + Layout<>{space.words(), space.digits()}.colour(colour), vertex);
}

/// Colours `vertex` of `node` and writes the result to `child`; not, and false, if some vertex then has neighbours of
/// `most` colours. A colour that is not in use yet is the next one.
bool place(const Space& space, const Node& node, std::size_t vertex, std::size_t colour, std::int32_t most,
           Node& child);

/// Uncoloured vertices whose neighbours have the most different colours.
struct Saturated {
    std::size_t colours;                ///< of neighbours
    std::vector<std::size_t> vertices;  ///< ascending
};

/// All of them, at most `most`.
void find_saturated(const Space& space, const Node& node, std::size_t most, Saturated& saturated);

/// The vertex to be coloured next, where at most `most` colours may be used: an uncoloured vertex of greatest
/// saturation. Of several that may have two or three colours, the one that shares most colours with the others: fewer
/// have no choice, and for more it is not worth the time. Then the first.
std::size_t choose(const Space& space, const Node& node, std::size_t most);

}  // namespace scrump::colouring

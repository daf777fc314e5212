#pragma once
// A node of a decision diagram, and its layout in two words of the node table.
//
//     first word    1 | level, 22 bits | high edge, 41 bits
//     second word   mark | 1 | unused, 21 bits | value | low edge, 40 bits
//
// The low edge is never complemented: that makes the diagram of a function unique. No word of a node is zero.

#include <scrump/states/diagrams/detail/edge.hpp>

#include <cstdint>
#include <limits>

namespace scrump::detail {

/// Position of a variable in the order of all, from the top; below all: the constant.
using Level = std::uint32_t;
inline constexpr Level level_limit = Level{1} << 22U;
/// Level of nodes that are values: their edges are the value's bits, and lead nowhere. A node of a list may have it,
/// too, but is not marked as a value.
inline constexpr Level terminal_level = level_limit - 1;
inline constexpr Level below_all = std::numeric_limits<Level>::max();

/// A node as it is stored.
struct NodeWords {
    static constexpr std::uint64_t top_bit = std::uint64_t{1} << 63U;
    static constexpr std::uint64_t second_bit = std::uint64_t{1} << 62U;
    static constexpr std::uint64_t value_bit = Edge::complement_bit;

    std::uint64_t first = 0;
    std::uint64_t second = 0;

    /// Low must not be complemented.
    static constexpr NodeWords of(Level level, Edge low, Edge high) {
        return {top_bit | std::uint64_t{level} << Edge::bits_used | high.bits, second_bit | low.bits};
    }

    /// The node of a value, by its bits.
    static constexpr NodeWords of_value(std::uint64_t bits) {
        return {top_bit | std::uint64_t{terminal_level} << Edge::bits_used | bits >> Edge::index_bits,
                second_bit | value_bit | (bits & (Edge::complement_bit - 1))};
    }

    constexpr bool is_value() const { return (second & value_bit) != 0; }
    constexpr Level level() const { return static_cast<Level>(first << 1U >> (Edge::bits_used + 1)); }
    constexpr Edge high() const { return {first & ((std::uint64_t{1} << Edge::bits_used) - 1)}; }
    constexpr Edge low() const { return {second & (Edge::complement_bit - 1)}; }

    constexpr bool operator==(const NodeWords&) const = default;
};

/// A function decomposed at its topmost variable: an edge's node, with the edge's complement in both cofactors.
struct Cofactors {
    Level level = below_all;
    Edge low{};
    Edge high{};
};

}  // namespace scrump::detail

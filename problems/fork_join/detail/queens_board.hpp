#pragma once
// A board with some queens on it, row by row: shared by all implementations.

#include <cstdint>

namespace scrump::fork_join {

/// The attacked squares of the next row, one bit each.
struct Board {
    std::uint32_t columns;  ///< all columns of the board
    std::uint32_t straight = 0;
    std::uint32_t rightward = 0;
    std::uint32_t leftward = 0;

    explicit Board(unsigned size) : columns(0xffffffff >> (32 - size)) {}

    bool full() const { return straight == columns; }
    std::uint32_t free() const { return columns & ~(straight | rightward | leftward); }
    Board with(std::uint32_t queen) const {
        Board next = *this;
        next.straight |= queen;
        next.rightward = (rightward | queen) << 1U;
        next.leftward = (leftward | queen) >> 1U;
        return next;
    }
};

/// The first of a set of squares.
inline std::uint32_t first_of(std::uint32_t squares) {
    return squares & (~squares + 1);
}

}  // namespace scrump::fork_join

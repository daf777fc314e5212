#pragma once
// Queens in the first rows of a board, as the squares that they attack in the next row: all that the rows below depend
// on.

#include <cstdint>

namespace scrump::queens {

/// Bit c of a word is set if column c is attacked.
struct Node {
    std::uint32_t straight = 0;
    std::uint32_t rightward = 0;  ///< along diagonals that move right by one column per row
    std::uint32_t leftward = 0;

    [[gnu::always_inline]] void place(const Node& above, std::uint32_t column) {
        straight = above.straight | column;
        rightward = (above.rightward | column) << 1;
        leftward = (above.leftward | column) >> 1;
    }
};

}  // namespace scrump::queens

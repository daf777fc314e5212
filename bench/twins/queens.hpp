#pragma once
// The sequential twin of the queens search: the textbook recursion over rows with three words, which counts the partial
// placements of each length, too.

#include <scrump/problems/queens/queens.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::twins {

/// Adds to `counts[i]` the placements that have i rows more than those that attack `straight`, `rightward` and
/// `leftward`; the last row's free squares are counted, not tried.
inline void count_queens_below(std::uint32_t columns, unsigned rows, std::uint32_t straight, std::uint32_t rightward,
                               std::uint32_t leftward, std::uint64_t* counts) {
    std::uint32_t free = columns & ~(straight | rightward | leftward);
    counts[1] += queens::count_columns(free);
    if (rows == 1) return;
    while (free != 0) {
        const std::uint32_t column = free & (~free + 1);
        free ^= column;
        count_queens_below(columns, rows - 1, straight | column, (rightward | column) << 1, (leftward | column) >> 1,
                           counts + 1);
    }
}

/// The number of ways to fill the first 0, 1, … `size` rows of a board, 1 to 32.
inline std::vector<std::uint64_t> count_queens_by_hand(unsigned size) {
    std::vector<std::uint64_t> counts(std::size_t{size} + 1);
    counts[0] = 1;
    count_queens_below(0xffffffff >> (32 - size), size, 0, 0, 0, counts.data());
    return counts;
}

}  // namespace scrump::twins

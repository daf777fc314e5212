#pragma once
// The sliding puzzle: numbered tiles on a board with one free cell, into which a neighbouring tile may slide. The
// 8-puzzle has 9! / 2 = 181,440 reachable states and its farthest state is 31 moves away (Reinefeld, IJCAI 1993); the
// number of states at each distance is sequence A089473 of the OEIS.

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace scrump::puzzle {

/// A board of at most 16 cells: the tile on cell c in the four bits from 4c on, row by row; 0 for the free one.
using Board = std::uint64_t;

/// The puzzle of a size, and its initial board.
class Puzzle {
  public:
    /// Starts in order, the free cell first. Throws UsageError unless there are 2 to 16 cells.
    Puzzle(unsigned rows, unsigned columns);
    /// Starts from a board as text, tile by tile, row by row: "8 6 7 2 5 4 3 0 1". Throws Error if these are not the
    /// numbers from 0 up, each once.
    Puzzle(unsigned rows, unsigned columns, std::string_view board);

    unsigned rows() const { return rows_; }
    unsigned columns() const { return columns_; }
    unsigned cells() const { return rows_ * columns_; }

    /// The initial board.
    Board initial() const { return initial_; }
    /// The boards after one move.
    template <class Yield>
    void successors(Board board, const Yield& yield) const {
        const unsigned free = free_cell(board);
        const unsigned row = free / columns_;
        const unsigned column = free % columns_;
        if (row > 0) yield(slide(board, free - columns_, free));
        if (column > 0) yield(slide(board, free - 1, free));
        if (column + 1 < columns_) yield(slide(board, free + 1, free));
        if (row + 1 < rows_) yield(slide(board, free + columns_, free));
    }

    /// The board in order, the free cell first.
    static Board ordered(unsigned cells);
    /// The board in order, the free cell last.
    static Board ordered_with_free_cell_last(unsigned cells);
    /// The board of a text, as in the constructor.
    Board read(std::string_view text) const;
    /// Whether moves lead from one board to the other: known without a search, by the parity of the tiles' order and of
    /// the free cell's path (Johnson and Story 1879); in one row or column tiles keep their order.
    bool leads_to(Board from, Board to) const;
    /// Number of the free cell.
    static unsigned free_cell(Board board) {
        // The lowest 4 bits that are all 0: borrows affect only higher ones.
        const std::uint64_t zeros = (board - 0x1111111111111111) & ~board & 0x8888888888888888;
        return static_cast<unsigned>(std::countr_zero(zeros)) / 4;
    }

    /// The board as lines of numbers.
    std::string to_string(Board board) const;

  private:
    static Board slide(Board board, unsigned from, unsigned to) {
        const std::uint64_t tile = (board >> (4 * from)) & 15;
        return board ^ (tile << (4 * from)) ^ (tile << (4 * to));
    }

    unsigned rows_;
    unsigned columns_;
    Board initial_;
};

}  // namespace scrump::puzzle

#include <scrump/problems/puzzle/puzzle.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <cstddef>
#include <vector>

namespace scrump::puzzle {
namespace {

constexpr unsigned max_cells = 16;

Board read_board(std::string_view text, unsigned cells) {
    Line line(text);
    Board board = 0;
    std::uint32_t seen = 0;
    for (unsigned cell = 0; cell < cells; ++cell) {
        const std::string expected = "a board: expected " + std::to_string(cells) + " different numbers from 0 to " +
                                     std::to_string(cells - 1) + ", ";
        Line at = line;
        const auto tile = line.number();
        if (!tile || *tile >= cells) throw Error(expected + at.found());
        if ((seen & (1U << *tile)) != 0) throw Error(expected + "found " + std::to_string(*tile) + " twice");
        seen |= 1U << *tile;
        board |= *tile << (4 * cell);
    }
    if (!line.empty()) throw Error("a board of " + std::to_string(cells) + " cells: expected its end, " + line.found());
    return board;
}

// Without the free cell, row by row.
std::vector<unsigned> tiles_in_order(Board board, unsigned cells) {
    std::vector<unsigned> tiles;
    for (unsigned cell = 0; cell < cells; ++cell)
        if (const auto tile = static_cast<unsigned>((board >> (4 * cell)) & 15)) tiles.push_back(tile);
    return tiles;
}

// Pairs of which the greater one comes first.
std::size_t inversions(const std::vector<unsigned>& order) {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t j = i + 1; j < order.size(); ++j) pairs += order[i] > order[j] ? 1U : 0U;
    return pairs;
}

}  // namespace

Puzzle::Puzzle(unsigned rows, unsigned columns) : rows_(rows), columns_(columns), initial_(0) {
    if (rows == 0 || columns == 0 || rows > max_cells || columns > max_cells || cells() < 2 || cells() > max_cells) {
        throw UsageError("a sliding puzzle has 2 to 16 cells, not " + std::to_string(rows) + " x " +
                         std::to_string(columns));
    }
    initial_ = ordered(cells());
}

Puzzle::Puzzle(unsigned rows, unsigned columns, std::string_view board) : Puzzle(rows, columns) {
    initial_ = read_board(board, cells());
}

Board Puzzle::ordered(unsigned cells) {
    Board board = 0;
    for (std::uint64_t cell = 0; cell < cells; ++cell) board |= cell << (4 * cell);
    return board;
}

Board Puzzle::ordered_with_free_cell_last(unsigned cells) {
    Board board = 0;
    for (std::uint64_t cell = 0; cell + 1 < cells; ++cell) board |= (cell + 1) << (4 * cell);
    return board;
}

Board Puzzle::read(std::string_view text) const {
    return read_board(text, cells());
}

bool Puzzle::leads_to(Board from, Board to) const {
    const std::vector<unsigned> tiles = tiles_in_order(from, cells());
    const std::vector<unsigned> wanted = tiles_in_order(to, cells());
    if (rows_ == 1 || columns_ == 1) return tiles == wanted;
    // Each move up or down carries a tile past columns - 1 others, and the free cell into the next row.
    const auto parity = [this](const std::vector<unsigned>& order, Board board) {
        const std::size_t by_rows = columns_ % 2 == 0 ? free_cell(board) / columns_ : 0;
        return (inversions(order) + by_rows) % 2;
    };
    return parity(tiles, from) == parity(wanted, to);
}

std::string Puzzle::to_string(Board board) const {
    const std::size_t width = cells() > 10 ? 2 : 1;
    std::string text;
    for (unsigned cell = 0; cell < cells(); ++cell) {
        const std::uint64_t tile = (board >> (4 * cell)) & 15;
        std::string word = tile == 0 ? "." : std::to_string(tile);
        word.insert(0, width - word.size(), ' ');
        text += word + (cell % columns_ + 1 == columns_ ? '\n' : ' ');
    }
    return text;
}

}  // namespace scrump::puzzle

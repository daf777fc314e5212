#include <scrump/problems/puzzle/puzzle.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <cstddef>

namespace scrump::puzzle {
namespace {

constexpr unsigned most_cells = 16;

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

}  // namespace

Puzzle::Puzzle(unsigned rows, unsigned columns) : rows_(rows), columns_(columns), initial_(0) {
    if (rows == 0 || columns == 0 || rows > most_cells || columns > most_cells || cells() < 2 || cells() > most_cells) {
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

#include <scrump/base/error.hpp>
#include <scrump/problems/puzzle/puzzle.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "problems/exploration.hpp"
#include "support/message_of.hpp"

namespace scrump::puzzle {
namespace {

static_assert(StateModel<Puzzle>);

Board board_of(const std::vector<unsigned>& tiles) {
    Board board = 0;
    for (std::size_t cell = 0; cell < tiles.size(); ++cell) board |= Board{tiles[cell]} << (4 * cell);
    return board;
}

std::string text_of(const Puzzle& puzzle, Board board) {
    std::string text;
    for (unsigned cell = 0; cell < puzzle.cells(); ++cell) text += std::to_string((board >> (4 * cell)) & 15U) + ' ';
    return text;
}

TEST(Puzzle, TheEightPuzzleHasTheLevelsThatArePublished) {
    const auto all = test::explore_plainly(Puzzle(3, 3));
    EXPECT_EQ(all.size(), 181'440U);
    EXPECT_EQ(all.levels,
              (std::vector<std::uint64_t>{1,     2,     4,     8,     16,    20,   39,   62,   116,   152,   286,
                                          396,   748,   1024,  1893,  2512,  4485, 5638, 9529, 10878, 16993, 17110,
                                          23952, 20224, 24047, 15578, 14560, 6274, 3910, 760,  221,   2}));
    EXPECT_EQ(all.deadlocks, 0U);
}

TEST(Puzzle, SmallBoardsHaveHalfOfAllPermutationsOrAllThatARowAllows) {
    EXPECT_EQ(test::explore_plainly(Puzzle(2, 2)).size(), 12U);
    EXPECT_EQ(test::explore_plainly(Puzzle(2, 3)).size(), 360U);
    EXPECT_EQ(test::explore_plainly(Puzzle(2, 3)).levels.size(), 22U) << "21 moves deep";
    EXPECT_EQ(test::explore_plainly(Puzzle(1, 6)).size(), 6U);
    EXPECT_EQ(test::explore_plainly(Puzzle(5, 1)).size(), 5U);
}

// Every board of a small size, told apart as an exploration does.
TEST(Puzzle, ItIsKnownWithoutASearchWhichBoardsLeadToWhich) {
    for (const auto& [rows, columns] : {std::pair{2U, 2U}, {2U, 3U}, {3U, 2U}, {1U, 5U}, {4U, 1U}}) {
        const Puzzle puzzle(rows, columns);
        std::vector<unsigned> tiles(puzzle.cells());
        std::iota(tiles.begin(), tiles.end(), 0U);
        for (const Board goal :
             {Puzzle::ordered(puzzle.cells()), Puzzle::ordered_with_free_cell_last(puzzle.cells())}) {
            const auto reached = test::explore_plainly(Puzzle(rows, columns, text_of(puzzle, goal)));
            do {
                const Board board = board_of(tiles);
                EXPECT_EQ(puzzle.leads_to(board, goal), reached.states.contains(board)) << puzzle.to_string(board);
            } while (std::ranges::next_permutation(tiles).found);
        }
    }
}

TEST(Puzzle, OfTheFifteenPuzzleOneOrderIsReachedFromEachBoard) {
    const Puzzle puzzle(4, 4);
    const Board first = Puzzle::ordered(16);
    const Board last = Puzzle::ordered_with_free_cell_last(16);
    EXPECT_FALSE(puzzle.leads_to(first, last));
    EXPECT_TRUE(Puzzle(3, 3).leads_to(Puzzle::ordered(9), Puzzle::ordered_with_free_cell_last(9)));
    // Loyd's: 14 and 15 exchanged.
    const Board loyd = puzzle.read("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0");
    EXPECT_FALSE(puzzle.leads_to(loyd, last));
    EXPECT_TRUE(puzzle.leads_to(loyd, first));
}

TEST(Puzzle, AMoveCanBeUndone) {
    const Puzzle puzzle(4, 4);
    std::vector<Board> boards = {puzzle.initial()};
    for (std::size_t i = 0; i < 500; ++i) {
        puzzle.successors(boards[i], [&](Board next) {
            bool undone = false;
            puzzle.successors(next, [&](Board back) { undone = undone || back == boards[i]; });
            EXPECT_TRUE(undone) << puzzle.to_string(boards[i]);
            boards.push_back(next);
        });
    }
}

TEST(Puzzle, TheFreeCellIsFoundWhereverItIs) {
    for (unsigned cells = 2; cells <= 16; ++cells) {
        for (unsigned free = 0; free < cells; ++free) {
            Board board = 0;
            std::uint64_t tile = 1;
            for (unsigned cell = 0; cell < cells; ++cell)
                if (cell != free) board |= tile++ << (4 * cell);
            EXPECT_EQ(Puzzle::free_cell(board), free) << cells;
        }
    }
}

TEST(Puzzle, ABoardIsReadAndShown) {
    const Puzzle puzzle(3, 3, "8 6 7  2 5 4  3 0 1");
    EXPECT_EQ(puzzle.to_string(puzzle.initial()), "8 6 7\n2 5 4\n3 . 1\n");
    EXPECT_EQ(Puzzle(3, 4).to_string(Puzzle(3, 4).initial()), " .  1  2  3\n 4  5  6  7\n 8  9 10 11\n");
}

TEST(Puzzle, BadBoardsAreRefused) {
    const auto message = [](const std::string& board) { return test::message_of([&] { Puzzle(2, 2, board); }); };
    const std::string expected = "a board: expected 4 different numbers from 0 to 3, ";
    EXPECT_EQ(message("0 1 2"), expected + "found the end of the line");
    EXPECT_EQ(message("0 1 2 4"), expected + "found '4'");
    EXPECT_EQ(message("0 1 2 x"), expected + "found 'x'");
    EXPECT_EQ(message("0 1 2 1"), expected + "found 1 twice");
    EXPECT_EQ(message("0 1 2 3 4"), "a board of 4 cells: expected its end, found '4'");
    for (const auto& [rows, columns] : {std::pair(1U, 1U), {0U, 5U}, {4U, 5U}, {65536U, 65536U}})
        EXPECT_THROW(Puzzle(rows, columns), UsageError);
}

}  // namespace
}  // namespace scrump::puzzle

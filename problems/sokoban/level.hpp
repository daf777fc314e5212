#pragma once
// Levels of Sokoban: a keeper pushes boxes through a warehouse, one at a time, until each stands on a goal.

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace scrump::sokoban {

/// A cell of the floor, counted row by row.
using Cell = std::uint16_t;
inline constexpr Cell wall = std::numeric_limits<Cell>::max();

/// The four directions, in the order in which neighbours are stored.
enum class Direction : std::uint8_t { left, up, right, down };
inline constexpr std::array directions = {Direction::left, Direction::up, Direction::right, Direction::down};

/// A warehouse, with the initial positions of the keeper and the boxes. Only cells that the keeper or a box could reach
/// are counted.
struct Level {
    std::string title{};                            ///< title; may be empty
    std::vector<std::string> picture{};             ///< its lines as they were read, without keeper and boxes
    std::vector<std::array<Cell, 4>> neighbours{};  ///< neighbours of each cell, by direction; `wall` if there is none
    std::vector<bool> goals{};                      ///< whether each cell is a goal
    std::vector<std::array<std::uint32_t, 2>> places{};  ///< row and column of each cell in the picture
    Cell keeper = 0;
    std::vector<Cell> boxes{};  ///< positions of the boxes, in ascending order

    std::size_t cells() const { return neighbours.size(); }
    Cell beside(Cell cell, Direction where) const { return neighbours[cell][static_cast<std::size_t>(where)]; }
};

}  // namespace scrump::sokoban

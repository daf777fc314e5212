#pragma once
// Levels of Sokoban as text, in the XSB format:
//
//     ; a comment, as is every line that does not begin with a wall
//     #######        # wall             (blanks, - and _ are floor)
//     #.@ $ #        @ keeper, + on a goal
//     #######        $ box,    * on a goal,    . goal
//
// A file may hold many levels, with other lines between them; the last line with words before a level is its title.
// Rows may be run-length encoded, each on a line or all of them on one: "5#|#@$.#|5#", "2(#-)#". A box on a goal that
// the keeper cannot reach is an ornament, and counts as a wall. Walls alone, without anything in them, are not a level.

#include <scrump/problems/sokoban/level.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::sokoban {

/// Largest number of floor cells of a level.
inline constexpr std::size_t max_cells = 65'000;

/// Number of levels with a keeper in a file, valid or not. A file without one is hardly meant for Sokoban.
std::size_t count_levels(std::string_view text);

/// One level of a file, counted from 1, whatever the others are; `name` stands for the file in messages. Throws Error
/// "name:line: …" for a level without a keeper or with two, without a box, with fewer goals than boxes, with a floor
/// that is not enclosed by walls, or with more cells than `limit`; and for a file without levels or without this one.
Level parse_level(std::string_view text, const std::string& name, std::size_t number, std::size_t limit = max_cells);

/// All levels of a file. Throws Error if one of them is invalid.
std::vector<Level> parse_xsb(std::string_view text, const std::string& name, std::size_t limit = max_cells);

}  // namespace scrump::sokoban

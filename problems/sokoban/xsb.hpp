#pragma once
// Levels of Sokoban as text, in the XSB format:
//
//     ; a comment, as is every line that does not begin with a wall
//     #######        # wall             (blanks, - and _ are floor)
//     #.@ $ #        @ keeper, + on a goal
//     #######        $ box,    * on a goal,    . goal
//
// A file may hold many levels, with other lines between them; the last of these before a level is its title.

#include <scrump/problems/sokoban/level.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::sokoban {

/// So many cells of floor a level has at most.
inline constexpr std::size_t most_cells = 65'000;

/// The levels of a file; `name` is what messages call it. Throws Error "name:line: …" for what is none: no keeper or
/// two, no box, fewer goals than boxes, a floor that is not enclosed by walls, more cells than `limit`, a file without
/// levels.
std::vector<Level> parse_xsb(std::string_view text, const std::string& name, std::size_t limit = most_cells);

}  // namespace scrump::sokoban

#pragma once
// Small levels with known answers.

#include <string>

namespace scrump::sokoban::test {

/// The first level of Microban (David W. Skinner): 33 moves, 8 of them pushes.
inline const std::string microban_1 =
    "; Microban 1\n"
    "####\n"
    "# .#\n"
    "#  ###\n"
    "#*@  #\n"
    "#  $ #\n"
    "#  ###\n"
    "####\n";

/// One push, whatever else is done.
inline const std::string one_push = "#####\n#@$.#\n#####\n";

}  // namespace scrump::sokoban::test

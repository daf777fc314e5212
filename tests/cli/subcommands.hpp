#pragma once
// Which subcommands the command has.

#include "cli/command.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace scrump::test {

/// The subcommands that help lists: each on a line of its own, two blanks from the left.
inline std::vector<std::string> listed_subcommands() {
    std::istringstream help(run({"--help"}).out);
    std::vector<std::string> names;
    bool listing = false;
    for (std::string line; std::getline(help, line);) {
        if (line.empty()) listing = false;
        if (listing && line.size() > 2 && line[2] != ' ')
            names.push_back(line.substr(2, line.find_first_of(", ", 2) - 2));
        if (line == "Subcommands:") listing = true;
    }
    return names;
}

}  // namespace scrump::test

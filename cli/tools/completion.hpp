#pragma once
// What makes a shell complete the command line: scripts for bash, zsh and fish, made of what the command line takes.

#include "line/description.hpp"

#include <string>

namespace scrump::cli {

std::string bash_completion(const Description& line);
std::string zsh_completion(const Description& line);
std::string fish_completion(const Description& line);

}  // namespace scrump::cli

#pragma once
// Runs another program of this machine, found as a shell finds it, without a shell.

#include <optional>
#include <string>
#include <vector>

namespace scrump::cli {

/// What a program came to.
struct Ended {
    int status = 0;  ///< its exit status, or 128 and the signal that ended it
    std::string output;
    std::string errors;  ///< what it wrote to standard error
};

/// Runs the program that the first word names, with the others as its arguments, and waits for its end; nothing if
/// there is no such program. It must not write more to standard error than a pipe holds, 64 KiB. Throws Error where it
/// cannot be started.
std::optional<Ended> run_program(std::vector<std::string> words);

}  // namespace scrump::cli

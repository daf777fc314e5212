#pragma once
// Runs a line of a shell.

#include <sys/wait.h>
#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace scrump::test {

/// A line that was run by /bin/sh: what it wrote to standard output, and its exit status.
struct Shell {
    explicit Shell(const std::string& line) {
        std::FILE* const pipe = ::popen(line.c_str(), "r");
        if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
        std::array<char, 4096> part{};
        while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe)) output.append(part.data(), size);
        const int ended = ::pclose(pipe);
        status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    }

    std::string output;
    int status = -1;
};

}  // namespace scrump::test

#pragma once
// What the user chose about the whole run.

#include <filesystem>
#include <string>

namespace scrump::bench {

struct Settings {
    unsigned rounds = 7;
    bool quick = false;              ///< small sizes: does the harness work? Targets are not judged then
    std::filesystem::path data{};    ///< where the instances are; empty: nowhere
    std::filesystem::path scrump{};  ///< the command, for rows that measure whole processes
    std::filesystem::path rayon{};   ///< the peer's program, which only `make rayon` builds
    std::string mpirun = "mpirun";   ///< what starts several of them, a path or a name to be looked for in PATH
};

}  // namespace scrump::bench

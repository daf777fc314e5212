#pragma once
// How and when this program was called: so that what it prints says where it comes from.

#include <string>
#include <vector>

namespace scrump::cli {

struct Invocation {
    std::vector<std::string> command;  ///< the program and its arguments, as they were given
    std::string date;                  ///< UTC: "2026-03-01T12:30:59Z"

    /// Called now, by main().
    static Invocation now(int argc, const char* const* argv);
};

}  // namespace scrump::cli

#pragma once
// Messages to the user.

#include <cstdio>
#include <string>

namespace scrump::cli {

/// A line on standard error. If it cannot be written there, nothing more can be done about it: the log may lie on the
/// very disk that is full.
inline void complain(const std::string& message) {
    std::fputs(("scrump: " + message + "\n").c_str(), stderr);
}

}  // namespace scrump::cli

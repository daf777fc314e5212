#pragma once
// Messages to the user.

#include <scrump/base/text.hpp>

#include <cstdio>
#include <string>

namespace scrump::cli {

/// A line on standard error; names of files and what else others wrote cannot make it more than that. If it cannot be
/// written there, nothing more can be done about it: the log may lie on the very disk that is full.
inline void complain(const std::string& message) {
    std::fputs(("scrump: " + printable(message) + "\n").c_str(), stderr);
}

}  // namespace scrump::cli

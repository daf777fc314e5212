#pragma once
// What the command says when it refuses to run.

#include "cli/command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scrump::test {

/// Runs a command that is to end with this exit status, 2 for a wrong use, and returns what it says.
inline std::string refusal(const std::vector<std::string>& arguments, int status = 2) {
    const Completed result = run(arguments);
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_EQ(result.out, "");
    return result.err;
}

}  // namespace scrump::test

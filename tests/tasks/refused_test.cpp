// What spawns refuse to compile, and that they say why.

#include "support/compiler.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace scrump {
namespace {

TEST(RefusedSpawns, AreErrorsThatSayWhy) {
    const std::string output = test::compile("tasks/refused/spawns.cpp");
    const auto errors = [&](std::string_view text) { return test::count_errors(output, text); };
    EXPECT_EQ(errors("the arguments of a task, or what a lambda captures, take at most 48 bytes"), 2U);
    EXPECT_EQ(errors("the result of a task takes at most 48 bytes"), 1U);
    EXPECT_EQ(errors("a task returns a value"), 1U);
    EXPECT_EQ(errors("the result cannot be moved"), 1U);
    EXPECT_EQ(errors("a task is a function of a scrump::Fork, by value, and these arguments"), 1U);
}

}  // namespace
}  // namespace scrump

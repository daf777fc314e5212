// What spawns and loops refuse to compile, and that they say why; and what has to compile.

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
    EXPECT_EQ(errors("a task returns a value"), 3U);
    EXPECT_EQ(errors("the result cannot be moved"), 1U);
    EXPECT_EQ(errors("a task is a function of a scrump::Fork, by value, and these arguments"), 2U);
    EXPECT_EQ(errors("a function that waits for futures is a function of their values"), 1U);
    EXPECT_EQ(errors("a fork belongs to one task"), 3U);
    EXPECT_EQ(errors("the body of a loop is a function of an index"), 2U);
    EXPECT_EQ(errors("what a loop combines is a function of an index"), 1U);
}

TEST(AcceptedTasks, HaveNumbersOf128Bits) {
    EXPECT_EQ(test::compile("tasks/accepted/wide_numbers.cpp", "gnu++20"), "");
}

}  // namespace
}  // namespace scrump

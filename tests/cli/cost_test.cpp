// What the shipped command costs, in instructions of the processor: these are counted, so it does not matter how fast
// or how busy the machine is. A change that no test of results sees, such as one after which a compiler expands fewer
// calls of a recursion, is seen here.

#include "support/shell.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace scrump::test {
namespace {

// In all threads, in user mode.
std::uint64_t instructions_of(const std::string& arguments) {
    std::string line = "valgrind --tool=callgrind --callgrind-out-file=/dev/null " SCRUMP_COMMAND " ";
    line += arguments;
    line += " --workers 1 --quiet 2>&1";
    const Shell run(line);
    const std::string before = "Collected : ";
    const std::size_t found = run.output.find(before);
    EXPECT_NE(found, std::string::npos) << run.output;
    return found == std::string::npos ? 0 : std::stoull(run.output.substr(found + before.size()));
}

struct Cost {
    const char* small;  ///< to be subtracted: what starting takes
    const char* large;
    std::uint64_t most;  ///< instructions between the two: what was counted with g++ 12, and 8 % more
};

constexpr Cost costs[] = {
    {"tasks fib 20", "tasks fib 26", 4'620'000},
    {"tasks queens 6", "tasks queens 10", 2'140'000},
    {"tasks integrate 10", "tasks integrate 100", 29'200'000},
    {"tasks quicksort 1000", "tasks quicksort 100000", 18'500'000},
    {"queens 6", "queens 10", 3'570'000},
};

class CommandCost : public testing::TestWithParam<Cost> {};

TEST_P(CommandCost, IsWhatItWas) {
#if !defined(SCRUMP_COMMAND_IS_OPTIMISED) || !defined(__x86_64__) || defined(__clang__)
    GTEST_SKIP() << "was counted with g++, optimised, on x86-64";
#endif
    if (Shell("valgrind --version").status != 0) GTEST_SKIP() << "needs valgrind";
    const Cost& cost = GetParam();
    EXPECT_LE(instructions_of(cost.large) - instructions_of(cost.small), cost.most) << cost.large;
}

INSTANTIATE_TEST_SUITE_P(Rows, CommandCost, testing::ValuesIn(costs));

}  // namespace
}  // namespace scrump::test

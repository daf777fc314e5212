#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

namespace scrump {
namespace {

long fib(Fork fork, int n) {
    if (n < 2) return n;
    auto first = fork.spawn<fib>(n - 1);
    const long second = fork.call<fib>(n - 2);
    return fork.sync(first) + second;
}

TEST(Tasks, TheValueIsThatOfTheFirstTask) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        const auto result = run_tasks<fib>({.workers = workers}, 25);
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(result.value, 75025);
    }
}

}  // namespace
}  // namespace scrump

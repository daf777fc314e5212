#pragma once
// The program that the documentation begins with.

#include <scrump/tasks.hpp>

namespace scrump::test {

inline long fib(Fork fork, int n) {
    if (n < 2) return n;
    auto first = fork.spawn<fib>(n - 1);
    const long second = fork.call<fib>(n - 2);
    return fork.sync(first) + second;
}

}  // namespace scrump::test

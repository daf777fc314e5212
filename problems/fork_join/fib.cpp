#include "fib.hpp"

#include <scrump/tasks.hpp>

namespace scrump::fork_join {
namespace {

std::uint64_t fib_task(FlatFork fork, unsigned n) {
    if (n < 2) return n;
    auto first = fork.spawn<fib_task>(n - 1);
    const std::uint64_t second = fork.call<fib_task>(n - 2);
    return fork.sync(first) + second;
}

}  // namespace

TaskResult<std::uint64_t> fib(unsigned n, const TaskOptions& options) {
    return run_tasks<fib_task>(options, n);
}

std::uint64_t fib_by_hand(unsigned n) {
    return n < 2 ? n : fib_by_hand(n - 1) + fib_by_hand(n - 2);
}

}  // namespace scrump::fork_join

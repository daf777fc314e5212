#pragma once
// Fibonacci numbers by the plain recursion: nothing but calls, so it shows the bare cost of a spawn.

#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <cstdint>

namespace scrump::fork_join {

/// Largest n whose Fibonacci number fits in 64 bits.
inline constexpr unsigned max_fib = 93;

/// The n-th Fibonacci number, fib(0) = 0 and fib(1) = 1, in 2 fib(n + 1) - 1 calls, half of them spawned.
TaskResult<std::uint64_t> fib(unsigned n, const TaskOptions& options = {});

/// The same without tasks.
std::uint64_t fib_by_hand(unsigned n);

}  // namespace scrump::fork_join

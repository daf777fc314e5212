#pragma once
// What the tests of futures share.

#include <scrump/tasks.hpp>

#include "tasks/fib.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace scrump::test {

/// Runs a computation in several ways; each has the same value.
template <class First>
void expect_everywhere(const First& first, const std::invoke_result_t<const First&, Fork>& expected) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        for (const ReadyOrder order : {ReadyOrder::fifo, ReadyOrder::lifo}) {
            for (const DequeKind deque : {DequeKind::split, DequeKind::private_deque}) {
                const auto result = run_tasks({.workers = workers, .deque = deque, .ready_order = order}, first);
                EXPECT_EQ(result.status, Status::complete);
                EXPECT_EQ(result.value, expected) << workers << " workers";
            }
        }
    }
}

inline long twice(long number) {
    return 2 * number;
}
inline long fib_of(Fork fork, int n) {
    return fork.call<fib>(n);
}
inline Future<long> flowing_fib(Fork fork, int n) {
    if (n < 2) return make_ready_future(long{n});
    return fork.dataflow([](long a, long b) { return a + b; }, fork.async<flowing_fib>(n - 1),
                         fork.async<flowing_fib>(n - 2));
}

}  // namespace scrump::test

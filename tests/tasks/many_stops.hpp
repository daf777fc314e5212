#pragma once
// Computations that are stopped by one of their tasks, each a little later than the one before.

#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <stop_token>

namespace scrump::test {

/// `fib`: a task that computes a Fibonacci number.
template <auto fib>
void expect_values_unless_stopped(TaskOptions options) {
    for (int round = 0; round < 30; ++round) {
        std::stop_source stop;
        options.stop = stop.get_token();
        const auto result = run_tasks(options, [&](Fork fork) {
            auto stops = fork.spawn([&](Fork inner) {
                for (int i = 0; i < round; ++i) inner.call<fib>(5);
                stop.request_stop();
            });
            long sum = 0;
            for (int i = 0; i < 50; ++i) sum += fork.call<fib>(10);
            fork.sync(stops);
            return sum;
        });
        if (result.status == Status::complete) {
            EXPECT_EQ(result.value, 50 * 55);
        } else {
            EXPECT_EQ(result.value, std::nullopt);
        }
    }
}

}  // namespace scrump::test

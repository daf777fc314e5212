#pragma once

// Include it for fork-join.
//
// Fork and join, the front door: a recursive function whose calls may run in parallel.
//
//     long fib(scrump::FlatFork fork, int n) {
//         if (n < 2) return n;
//         auto first = fork.spawn<fib>(n - 1);
//         const long second = fork.call<fib>(n - 2);
//         return fork.sync(first) + second;
//     }
//
//     auto result = scrump::run_tasks<fib>({.workers = 2}, 42);
//
// fork.hpp defines the operations of a task, parallel.hpp has loops, future.hpp futures; docs/tutorial-tasks.md is a
// tutorial.

#include <scrump/base/error.hpp>
#include <scrump/tasks/detail/call.hpp>
#include <scrump/tasks/detail/travel.hpp>
#include <scrump/tasks/ext/task_run.hpp>
#include <scrump/tasks/fork.hpp>
#include <scrump/tasks/future.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/parallel.hpp>
#include <scrump/tasks/result.hpp>

#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace scrump {

namespace detail {

/// Arguments that identify themselves as text. Integers of 128 bits, a compiler extension, do not.
template <class... Args>
std::string numbers_among(const Args&... args) {
    std::string text;
    [[maybe_unused]] const auto add = [&](const auto& argument) {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(argument)>> && requires { std::to_string(argument); })
            text += (text.empty() ? "" : ", ") + std::to_string(argument);
    };
    (add(args), ...);
    return text;
}

/// Makes the value known to all processes, if it can travel.
template <class T>
void have_travel(FirstTask& first, TaskResult<T>& result) {
    if constexpr (std::is_void_v<T>) {
        first.value = [] { return Bytes(); };
        first.take_over = [](const Bytes&) {};
    } else if constexpr (Travelling<T>) {
        first.value = [&result] { return Encoder().put(*result.value).take(); };
        first.take_over = [&result](Bytes value) {
            Decoder from(std::move(value));
            result.value.emplace(decode_value<T>(from));
        };
    }
}

}  // namespace detail

/// Calls a function object as the first task of a computation, with a fork if it takes one, and returns when it and all
/// tasks spawned by it have ended. Rethrows what it throws; throws UsageError for invalid options. With a session of
/// several processes, all make the same call, which runs in the first. All return its value, which must be able to
/// travel; they throw Error if something was thrown in another process.
template <class Function, class... Args>
auto run_tasks(const TaskOptions& options, Function&& function, Args&&... args) {
    using Result = decltype(detail::invoke_with(std::declval<Fork>(), std::forward<Function>(function),
                                                std::forward<Args>(args)...));
    static_assert(!std::is_reference_v<Result>, "a task returns a value: return a pointer instead of a reference");
    TaskResult<Result> result;
    const auto run = [&](Fork fork) {
        const auto call = [&]() -> Result {
            return detail::invoke_with(std::move(fork), std::forward<Function>(function), std::forward<Args>(args)...);
        };
        if constexpr (std::is_void_v<Result>) {
            call();
        } else {
            result.value.emplace(call());
        }
    };
    detail::FirstTask first{
        .call = run, .type = typeid(std::decay_t<Function>).name(), .arguments = detail::numbers_among(args...)};
    detail::have_travel(first, result);
    auto [status, statistics] = detail::run_first_task(options, first);
    result.status = status;
    result.statistics = std::move(statistics);
    if constexpr (!std::is_void_v<Result>) {
        if (status != Status::complete) result.value.reset();
    }
    return result;
}

/// The same for a function given by its name.
template <auto function, class... Args>
auto run_tasks(const TaskOptions& options, Args&&... args) {
    return run_tasks(options, detail::Named<function>(), std::forward<Args>(args)...);
}

}  // namespace scrump

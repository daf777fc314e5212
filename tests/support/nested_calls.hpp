#pragma once
// What the body of a loop may call: other loops, parallel calls and tasks, each of which adds up the numbers below n.

#include <scrump/loops.hpp>
#include <scrump/parallel.hpp>
#include <scrump/tasks.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {

inline std::uint64_t sum_by_halves(std::uint64_t begin, std::uint64_t end) {
    if (end - begin < 3) return end - begin == 2 ? begin + begin + 1 : (end - begin == 1 ? begin : 0);
    const std::uint64_t middle = begin + (end - begin) / 2;
    const auto [below, above] =
        parallel_invoke([=] { return sum_by_halves(begin, middle); }, [=] { return sum_by_halves(middle, end); });
    return below + above;
}

using NestedCall = std::function<std::uint64_t(std::uint64_t n)>;

/// All kinds, by name.
inline std::vector<std::pair<std::string, NestedCall>> nested_calls() {
    return {
        {"loop_reduce",
         [](std::uint64_t n) {
             return loop_reduce({.workers = 2, .pin = false}, n, std::uint64_t{0}, [](std::uint64_t i) { return i; })
                 .value;
         }},
        {"parallel_for",
         [](std::uint64_t n) {
             std::atomic<std::uint64_t> sum = 0;
             parallel_for(std::uint64_t{0}, n, [&](std::uint64_t i) { sum += i; });
             return sum.load();
         }},
        {"parallel_reduce",
         [](std::uint64_t n) {
             return parallel_reduce(std::uint64_t{0}, n, std::uint64_t{0}, [](std::uint64_t i) { return i; });
         }},
        {"parallel_invoke", [](std::uint64_t n) { return sum_by_halves(0, n); }},
        {"TaskGroup",
         [](std::uint64_t n) {
             std::atomic<std::uint64_t> sum = 0;
             TaskGroup group;
             for (std::uint64_t i = 0; i < n; ++i) group.run([&sum, i] { sum += i; });
             group.wait();
             return sum.load();
         }},
        {"run_tasks",
         [](std::uint64_t n) {
             const auto sum = [n](Fork fork) {
                 return parallel_reduce(fork, std::uint64_t{0}, n, std::uint64_t{0}, [](std::uint64_t i) { return i; });
             };
             return run_tasks({.workers = 2, .pin = false}, sum).value.value_or(0);
         }},
    };
}

}  // namespace scrump::test

// Loops whose bodies call loops, parallel calls and tasks.

#include <scrump/loops.hpp>
#include <scrump/parallel.hpp>

#include "support/message_of.hpp"
#include "support/nested_calls.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace scrump {
namespace {

constexpr std::uint64_t sum_below(std::uint64_t n) {
    return n < 2 ? 0 : n * (n - 1) / 2;
}

LoopOptions with(unsigned workers, unsigned localities) {
    return {.workers = workers, .localities = localities, .pin = false};
}

TEST(NestedLoops, BodiesCallLoopsAndTasks) {
    for (const auto& [name, call] : test::nested_calls()) {
        for (const auto& [workers, localities] : {std::pair{2U, 1U}, {1U, 2U}, {2U, 2U}}) {
            const auto sum = loop_reduce(with(workers, localities), 40, std::uint64_t{0},
                                         [&inner = call](std::uint64_t i) { return inner(i); });
            std::uint64_t expected = 0;
            for (std::uint64_t i = 0; i < 40; ++i) expected += sum_below(i);
            EXPECT_EQ(sum.value, expected) << name << " " << workers << " " << localities;
        }
    }
}

TEST(NestedLoops, BodiesOfLoopsOverPartsCallLoopsAndTasks) {
    for (const auto& [name, call] : test::nested_calls()) {
        std::vector<std::uint64_t> first(30);
        std::vector<std::uint64_t> second(3);
        for (std::uint64_t i = 0; i < 30; ++i) first[i] = 2 * i;
        const std::vector<LoopElements<std::uint64_t>> parts = {LoopElements<std::uint64_t>(first),
                                                                LoopElements<std::uint64_t>(second)};
        const auto result =
            distributed_loop(with(2, 2), parts, [&inner = call](std::uint64_t& each) { each = inner(each); });
        EXPECT_EQ(result.status, Status::complete);
        for (std::uint64_t i = 0; i < 30; ++i) EXPECT_EQ(first[i], sum_below(2 * i)) << name;
        EXPECT_EQ(second, std::vector<std::uint64_t>(3)) << name;
    }
}

TEST(NestedLoops, ExceptionsReachTheOuterCaller) {
    const auto fail = [](std::uint64_t i) {
        if (i == 77) throw std::runtime_error("the inner one");
    };
    const auto by_loop = test::message_of<std::runtime_error>(
        [&] { loop(with(2, 1), 4, [&](std::uint64_t) { loop({.workers = 2, .pin = false}, 100, fail); }); });
    EXPECT_EQ(by_loop, "the inner one");
    const auto by_call = test::message_of<std::runtime_error>(
        [&] { loop(with(2, 2), 4, [&](std::uint64_t) { parallel_for(0U, 100U, [&](unsigned i) { fail(i); }); }); });
    EXPECT_EQ(by_call, "the inner one");
}

TEST(NestedLoops, TasksCallLoops) {
    const auto sum = [] {
        return loop_reduce({.workers = 2, .pin = false}, 1000, std::uint64_t{0}, [](std::uint64_t i) { return i; })
            .value;
    };
    const auto [a, b] = parallel_invoke(sum, sum);
    EXPECT_EQ(a, sum_below(1000));
    EXPECT_EQ(b, sum_below(1000));
    std::atomic<std::uint64_t> all = 0;
    parallel_for(0, 20, [&](int) { all += sum(); });
    EXPECT_EQ(all, 20 * sum_below(1000));
}

}  // namespace
}  // namespace scrump

// Tasks that take a FlatFork are as others are, wherever they are run: expanded in each other, or stolen.
#include <scrump/tasks.hpp>

#include <scrump/base/error.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace scrump {
namespace {

struct Machine {
    unsigned localities, workers;
    std::size_t capacity;  // how many tasks of a deque can be stolen
};
constexpr Machine machines[] = {{1, 1, 100}, {1, 3, 100}, {1, 4, 2}, {2, 2, 100}};

TaskOptions options(const Machine& machine) {
    return {.workers = machine.workers, .localities = machine.localities, .deque_capacity = machine.capacity};
}

long flat_fib(FlatFork fork, int n) {
    if (n < 2) return n;
    auto first = fork.spawn<flat_fib>(n - 1);
    const long second = fork.call<flat_fib>(n - 2);
    return fork.sync(first) + second;
}

TEST(FlatTasks, HaveTheValuesOfOthers) {
    for (const Machine& machine : machines) {
        EXPECT_EQ(run_tasks<flat_fib>(options(machine), 0).value, 0);
        EXPECT_EQ(run_tasks<flat_fib>(options(machine), 22).value, 17711);
    }
}

// Three kinds that call each other: with a fork for small functions, with the usual one, and without any.
long even(Fork fork, int n);
long none(int n) {
    return n;
}
long odd(FlatFork fork, int n) {
    if (n < 3) return fork.call<none>(n);
    auto first = fork.spawn<even>(n - 1);
    auto second = fork.spawn<odd>(n - 2);
    auto third = fork.spawn<none>(1);
    long sum = fork.sync(third);
    sum += fork.call<even>(n - 3);
    sum += fork.sync(std::move(second));
    return sum + fork.sync(first);
}
long even(Fork fork, int n) {
    if (n < 3) return n;
    auto first = fork.spawn<odd>(n - 1);
    const long rest = fork.call<odd>(n - 2);
    return fork.sync(first) + rest;
}
long odd_by_hand(int n);
long even_by_hand(int n) {
    return n < 3 ? n : odd_by_hand(n - 1) + odd_by_hand(n - 2);
}
long odd_by_hand(int n) {
    return n < 3 ? n : even_by_hand(n - 1) + odd_by_hand(n - 2) + 1 + even_by_hand(n - 3);
}

TEST(FlatTasks, CallOthersAndAreCalledByThem) {
    for (const Machine& machine : machines) {
        EXPECT_EQ(run_tasks<odd>(options(machine), 16).value, odd_by_hand(16));
        EXPECT_EQ(run_tasks<even>(options(machine), 16).value, even_by_hand(16));
    }
}

std::string repeat_flat(FlatFork fork, std::unique_ptr<std::string> text, const int& times) noexcept {
    if (times == 1) return *text;
    auto half = fork.spawn<repeat_flat>(std::make_unique<std::string>(*text), times / 2);
    std::string rest = fork.call<repeat_flat>(std::move(text), times - times / 2);
    return fork.sync(half) + rest;
}

TEST(FlatTasks, MoveWhatTheyAreGiven) {
    for (const unsigned workers : {1U, 3U}) {
        auto text = std::make_unique<std::string>("longer than a small string, ");
        EXPECT_EQ(run_tasks<repeat_flat>({.workers = workers}, std::move(text), 100).value->size(), 2800U);
    }
}

// Of a tree of tasks number 21 throws at once, and number 3 with a task of its own left.
long broken(FlatFork fork, int depth, int number) {
    if (number == 21) throw Error("number 21");
    if (depth == 0) return 1;
    auto first = fork.spawn<broken>(depth - 1, 2 * number);
    const long second = fork.call<broken>(depth - 1, 2 * number + 1);
    if (number == 3) throw Error("number 3");
    return fork.sync(first) + second;
}

long caught(FlatFork fork, int depth, int number) {
    try {
        return fork.call<broken>(depth, number);
    } catch (const Error&) {
        return -1;
    }
}

TEST(FlatTasks, ThrowThroughEachOther) {
    for (const Machine& machine : machines) {
        EXPECT_EQ(test::message_of([&] { run_tasks<broken>(options(machine), 6, 2); }), "number 21");
        EXPECT_EQ(test::message_of([&] { run_tasks<broken>(options(machine), 6, 3); }), "number 3");
        EXPECT_EQ(run_tasks<broken>(options(machine), 6, 4).value, 64);
        EXPECT_EQ(run_tasks<caught>(options(machine), 6, 5).value, -1);
    }
}

long in_wrong_order(FlatFork fork) {
    auto first = fork.spawn<flat_fib>(2);
    auto second = fork.spawn<flat_fib>(3);
    return fork.sync(first) + fork.sync(second);
}

long given_up(FlatFork fork, int n) {
    if (n < 2) return n;
    auto first = fork.spawn<given_up>(n - 1);
    const long second = fork.call<given_up>(n - 2);
    if (n % 3 != 0) return fork.sync(first) + second;
    fork.discard(std::move(first));
    return second;
}
long given_up_by_hand(int n) {
    return n < 2 ? n : given_up_by_hand(n - 2) + (n % 3 != 0 ? given_up_by_hand(n - 1) : 0);
}

TEST(FlatTasks, AreSyncedInOrderOrGivenUp) {
    EXPECT_NE(test::message_of([] { run_tasks<in_wrong_order>({.workers = 1}); }), "");
    for (const Machine& machine : machines)
        EXPECT_EQ(run_tasks<given_up>(options(machine), 18).value, given_up_by_hand(18));
}

long sum_of_loops(FlatFork fork, int n) {
    if (n == 0) return 0;
    auto rest = fork.spawn<sum_of_loops>(n - 1);
    const long sum = parallel_reduce(fork, 0, n, 0L, [](int i) { return long{i}; });
    auto more = fork.spawn([](FlatFork inner, int m) { return inner.call<flat_fib>(m); }, 5);
    const long five = fork.sync(more);
    return sum + five + fork.sync(rest);
}

TEST(FlatTasks, HaveLoopsAndFunctionObjects) {
    for (const Machine& machine : {machines[0], machines[1], machines[3]})
        EXPECT_EQ(run_tasks<sum_of_loops>(options(machine), 20).value, 1330 + 20 * 5);
}

}  // namespace
}  // namespace scrump

// What must not compile: each of the spawns and loops below is one error. Compiled by refused_test.cpp only.

#include <scrump/tasks.hpp>

#include <array>
#include <functional>
#include <mutex>
#include <utility>

using Large = std::array<int, 20>;
using Fork = scrump::Fork;

int with_large(Fork, Large numbers) {
    return numbers[0];
}
Large returns_large(Fork, int first) {
    return {first};
}
int* where = nullptr;
int& returns_reference(Fork) {
    return *where;
}
std::mutex returns_fixed(Fork) {
    return {};
}
int with_text(Fork, const char*) {
    return 0;
}

void large_arguments(Fork fork) {
    auto task = fork.spawn<with_large>(Large{});
    fork.sync(task);
}
void large_capture(Fork fork) {
    auto task = fork.spawn([large = Large{}] { return large[0]; });
    fork.sync(task);
}
void large_result(Fork fork) {
    auto task = fork.spawn<returns_large>(1);
    fork.sync(task);
}
void reference(Fork fork) {
    auto task = fork.spawn<returns_reference>();
    fork.sync(task);
}
void fixed_result(Fork fork) {
    auto task = fork.spawn<returns_fixed>();
    fork.sync(task);
}
void wrong_arguments(Fork fork) {
    auto task = fork.spawn<with_text>(1);
    fork.sync(task);
}

int with_fork_of_another(Fork* fork) {
    return static_cast<int>(fork->workers());
}
int with_reference(std::reference_wrapper<Fork> fork) {
    return static_cast<int>(fork.get().workers());
}
void forks_of_others(Fork fork) {
    auto first = fork.spawn<with_fork_of_another>(&fork);
    auto second = fork.spawn<with_reference>(std::ref(fork));
    auto third = fork.spawn([](Fork, const Fork* other) { return other->workers(); }, &fork);
    fork.sync(third);
    fork.sync(second);
    fork.sync(first);
}

void futures(Fork fork) {
    fork.async<returns_reference>();
    fork.dataflow([](const char*) {}, fork.async([] { return 1; }));
}

void first_reference() {
    scrump::run_tasks<returns_reference>({});
}
void loops(Fork fork) {
    int calls = 0;
    scrump::parallel_for(fork, 0, 10, [calls](int) mutable { ++calls; });
    scrump::parallel_for(fork, 0, 10, [](Fork&, int) {});
    scrump::parallel_reduce(fork, 0, 10, 0, [calls](int) mutable { return ++calls; });
}

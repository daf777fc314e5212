#pragma once
// What each runtime's programs of fork and join have in common: how they are begun.

#include <peers/fork_join.hpp>

#include <scrump/problems/fork_join/detail/matmul_block.hpp>
#include <scrump/problems/fork_join/detail/queens_board.hpp>
#include <scrump/problems/fork_join/detail/uts_children.hpp>

#include <cstdint>
#include <span>

namespace scrump::peers {

/// `Runtime` has functions `fib`, `place`, `measure_children`, `multiply_block` and `sort`, each of which is a task of
/// its own, and `run(workers, work)`, which calls the first of them on one of its threads.
template <class Runtime>
ForkJoinPeer fork_join_peer(const char* name) {
    const auto fib = [](unsigned n, unsigned workers) {
        std::uint64_t value = 0;
        Runtime::run(workers, [&] { value = Runtime::fib(n); });
        return value;
    };
    const auto queens = [](unsigned size, unsigned workers) {
        std::uint64_t ways = 0;
        Runtime::run(workers, [&] { ways = Runtime::place(fork_join::Board(size)); });
        return ways;
    };
    const auto measure = [](const uts::Tree& tree, unsigned workers) {
        const uts::Space space(tree);
        const uts::Node root = uts::Generator::root(space);
        uts::Shape shape = fork_join::shape_of(root);
        if (root.children == 0) return shape;
        Runtime::run(workers,
                     [&] { fork_join::add(shape, Runtime::measure_children(&space, &root, 0, root.children)); });
        return shape;
    };
    const auto multiply = [](fork_join::Product& product, unsigned workers) {
        Runtime::run(workers, [&] { Runtime::multiply_block(&product, fork_join::Block::all_of(product)); });
    };
    const auto quicksort = [](std::span<std::int32_t> numbers, unsigned workers) {
        Runtime::run(workers, [&] { Runtime::sort(numbers); });
    };
    return {name, fib, queens, measure, multiply, quicksort};
}

}  // namespace scrump::peers

#pragma once
// Another task runtime that does the programs of problems/fork_join: the same algorithms and cut-offs, the same code
// for what is not divided, its own scheduling. All are written as a user of that runtime would write them.

#include <scrump/problems/fork_join/matmul.hpp>
#include <scrump/problems/uts/tree.hpp>

#include <cstdint>
#include <span>

namespace scrump::peers {

struct ForkJoinPeer {
    const char* name;
    std::uint64_t (*fib)(unsigned n, unsigned workers);
    std::uint64_t (*queens)(unsigned size, unsigned workers);
    uts::Shape (*uts)(const uts::Tree& tree, unsigned workers);
    void (*multiply)(fork_join::Product& product, unsigned workers);
    void (*quicksort)(std::span<std::int32_t> numbers, unsigned workers);
};

ForkJoinPeer one_tbb_fork_join();
ForkJoinPeer openmp_fork_join();

}  // namespace scrump::peers

#pragma once
// OpenMP's threads for one computation. A runtime that has many tasks waiting runs new ones at once, inside of those
// that make them, so that a deep tree needs a deep stack: threads get one. OMP_STACKSIZE would say the same, but must
// be set before the program starts.

#include <peers/large_stacks.hpp>
#include <peers/threads.hpp>

#include <omp.h>

namespace scrump::peers {

inline unsigned thread_of_the_region() {
    return static_cast<unsigned>(omp_get_thread_num());
}

/// Calls `begin()` on one of `workers` threads and returns when all tasks are done.
template <class Begin>
void in_a_region(unsigned workers, Begin&& begin) {
    const LargeStacks stacks;
    on_a_thread_of_its_own([&] {
        const auto threads = static_cast<int>(workers);
#pragma omp parallel num_threads(threads)
        {
            bind_like_a_worker(thread_of_the_region(), workers);
#pragma omp single
            begin();
        }
    });
}

}  // namespace scrump::peers

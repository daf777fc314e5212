#include "loop_peers.hpp"

#include <peers/loops/timing.hpp>

#include <algorithm>

namespace scrump::bench {

std::vector<peers::LoopPeer> linked_loop_peers() {
    std::vector<peers::LoopPeer> all;
#if SCRUMP_BENCH_OPENMP
    all.push_back(peers::openmp_loops());
#endif
#if SCRUMP_BENCH_TBB
    all.push_back(peers::one_tbb_loops());
#endif
    return all;
}

std::uint32_t steps_of_a_microsecond() {
    constexpr peers::BusyIteration trial{.mean_steps = 10'000'000, .alike = true};
    double least = 1;
    for (std::uint64_t i = 0; i < 5; ++i) {
        volatile std::uint64_t value = 0;  // so that it is worked out
        least = std::min(least, peers::seconds_of([&] { value = trial(i); }));
    }
    return static_cast<std::uint32_t>(trial.mean_steps * 1e-6 / least);
}

}  // namespace scrump::bench

// OpenMP: `parallel for` with a schedule, and a sum by `reduction`.

#include <peers/loops.hpp>
#include <peers/loops/timing.hpp>
#include <peers/threads.hpp>

#include <omp.h>

#include <stdexcept>

namespace scrump::peers {
namespace {

using Kind = LoopDivision::Kind;

template <class Body>
std::uint64_t run(LoopDivision division, std::uint64_t iterations, const Body& body, int threads) {
    std::uint64_t sum = 0;
    const std::uint64_t chunk = division.chunk;
    switch (division.kind) {
        case Kind::blocks:
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
            for (std::uint64_t i = 0; i < iterations; ++i) add_iteration(sum, body, i);
            break;
        case Kind::chunks:
#pragma omp parallel for num_threads(threads) schedule(dynamic, chunk) reduction(+ : sum)
            for (std::uint64_t i = 0; i < iterations; ++i) add_iteration(sum, body, i);
            break;
        case Kind::guided:
#pragma omp parallel for num_threads(threads) schedule(guided) reduction(+ : sum)
            for (std::uint64_t i = 0; i < iterations; ++i) add_iteration(sum, body, i);
            break;
        case Kind::automatic:
            throw std::invalid_argument("OpenMP has no schedule of its own choice that is worth a row");
    }
    return sum;
}

// Its threads end with the one that made them, so that none of them spins beside whatever is measured next.
template <class Body>
LoopTime time_loops(const LoopRun& loops, const Body& body) {
    LoopTime time;
    on_a_thread_of_its_own([&] {
        const auto threads = static_cast<int>(loops.workers);
#pragma omp parallel num_threads(threads)
        if (loops.bound) bind_like_a_worker(static_cast<unsigned>(omp_get_thread_num()), loops.workers);
        time.seconds = seconds_of([&] {
            for (unsigned i = 0; i < loops.loops; ++i) time.sum += run(loops.division, loops.iterations, body, threads);
        });
    });
    return time;
}

}  // namespace

LoopPeer openmp_loops() {
    return {.name = "OpenMP",
            .empty = [](const LoopRun& loops) { return time_loops(loops, EmptyIteration{}); },
            .busy = [](const LoopRun& loops, BusyIteration body) { return time_loops(loops, body); }};
}

}  // namespace scrump::peers

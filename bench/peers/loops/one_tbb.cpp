// oneTBB: parallel_for, and parallel_reduce for a sum, with a partitioner.

#include <peers/arena.hpp>
#include <peers/loops.hpp>
#include <peers/loops/timing.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/partitioner.h>

#include <functional>
#include <stdexcept>
#include <type_traits>

namespace scrump::peers {
namespace {

using Kind = LoopDivision::Kind;
using Range = tbb::blocked_range<std::uint64_t>;

template <class Body, class Partitioner>
std::uint64_t run(const Range& range, const Body& body, const Partitioner& partitioner) {
    if constexpr (std::is_void_v<std::invoke_result_t<const Body&, std::uint64_t>>) {
        tbb::parallel_for(
            range,
            [&body](const Range& part) {
                for (std::uint64_t i = part.begin(); i < part.end(); ++i) body(i);
            },
            partitioner);
        return 0;
    } else {
        return tbb::parallel_reduce(
            range, std::uint64_t{0},
            [&body](const Range& part, std::uint64_t sum) {
                for (std::uint64_t i = part.begin(); i < part.end(); ++i) sum += body(i);
                return sum;
            },
            std::plus<>(), partitioner);
    }
}

template <class Body>
std::uint64_t run(LoopDivision division, std::uint64_t iterations, const Body& body) {
    switch (division.kind) {
        case Kind::blocks:
            return run(Range(0, iterations), body, tbb::static_partitioner());
        case Kind::chunks:
            return run(Range(0, iterations, division.chunk), body, tbb::simple_partitioner());
        case Kind::automatic:
            return run(Range(0, iterations), body, tbb::auto_partitioner());
        case Kind::guided:
            break;
    }
    throw std::invalid_argument("oneTBB has no guided loops");
}

template <class Body>
LoopTime time_loops(const LoopRun& loops, const Body& body) {
    LoopTime time;
    const auto run_all = [&] {
        constexpr std::uint64_t enough_to_start_all_threads = 100'000;
        run({.kind = Kind::chunks}, enough_to_start_all_threads, EmptyIteration{});
        time.seconds = seconds_of([&] {
            for (unsigned i = 0; i < loops.loops; ++i) time.sum += run(loops.division, loops.iterations, body);
        });
    };
    in_an_arena(loops.workers, run_all, loops.bound);
    return time;
}

}  // namespace

LoopPeer one_tbb_loops() {
    return {.name = "oneTBB",
            .empty = [](const LoopRun& loops) { return time_loops(loops, EmptyIteration{}); },
            .busy = [](const LoopRun& loops, BusyIteration body) { return time_loops(loops, body); }};
}

}  // namespace scrump::peers

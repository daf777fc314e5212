#include "peers/loops.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace scrump::peers {
namespace {

using Kind = LoopDivision::Kind;

std::uint64_t sum_by_hand(std::uint64_t iterations, BusyIteration body) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < iterations; ++i) sum += body(i);
    return sum;
}

void expect_sums(const LoopPeer& peer, const std::vector<LoopDivision>& divisions) {
    for (const LoopDivision division : divisions) {
        for (const unsigned workers : {1U, 2U, 3U}) {
            for (const bool alike : {false, true}) {
                const BusyIteration body{.mean_steps = 5, .alike = alike};
                for (const std::uint64_t iterations : {0U, 1U, 1000U}) {
                    for (const bool bound : {false, true}) {
                        const LoopRun run{division, iterations, 1, workers, bound};
                        EXPECT_EQ(peer.busy(run, body).sum, sum_by_hand(iterations, body))
                            << peer.name << ", " << workers << " workers";
                    }
                }
            }
        }
    }
}

TEST(LoopPeers, RunEachIterationOnce) {
#if SCRUMP_BENCH_TBB
    expect_sums(one_tbb_loops(), {{.kind = Kind::blocks}, {.kind = Kind::chunks, .chunk = 7}, {}});
#endif
#if SCRUMP_BENCH_OPENMP
    expect_sums(openmp_loops(), {{.kind = Kind::blocks}, {.kind = Kind::chunks, .chunk = 7}, {.kind = Kind::guided}});
#endif
}

TEST(BusyIteration, TakesAsLongAsItShouldOnAverage) {
    const BusyIteration body{.mean_steps = 100};
    double steps = 0;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        EXPECT_LE(body.steps(i), 200U);
        steps += body.steps(i);
    }
    EXPECT_NEAR(steps / 10'000, 100, 2);
}

}  // namespace
}  // namespace scrump::peers

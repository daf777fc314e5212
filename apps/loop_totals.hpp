#pragma once
// What all loops of an application cost together.

#include <scrump/loops/result.hpp>

#include <cstdint>

namespace scrump::apps {

/// Sums over loops that were run one after another.
struct LoopTotals {
    std::uint64_t loops = 0;       ///< how many
    std::uint64_t iterations = 0;  ///< that were run
    std::uint64_t chunks = 0;      ///< in which they were handed out
    std::uint64_t stolen = 0;      ///< iterations that another locality than their owner ran
    double seconds = 0;            ///< parallel time
    double cost = 0;               ///< parallel time of all workers

    /// Adds another loop's.
    LoopTotals& operator+=(const LoopStatistics& loop) {
        ++loops;
        iterations += loop.iterations;
        chunks += loop.chunks;
        stolen += loop.stolen();
        seconds += loop.seconds;
        cost += loop.cost();
        return *this;
    }
};

}  // namespace scrump::apps

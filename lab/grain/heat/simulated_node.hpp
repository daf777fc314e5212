#pragma once
// Nodes of table I of Grubel et al. (2015) on which the experiment can be simulated: those of whose tasks the text
// gives durations. Scrump's own costs of tasks and looks apply (sim/machine.hpp), not HPX's.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scrump::heat {

struct SimulatedNode {
    std::string_view name;
    unsigned cores;
    double point_ns;    ///< of a point that one core computes alone
    double memory_ns;   ///< of a point while the memory limits all cores together; 0: it never does
    std::size_t cache;  ///< bytes of a core's own cache

    /// Nanoseconds of a task of `points` while `busy` workers compute, which share the memory.
    std::uint64_t task_ns(std::size_t points, unsigned busy) const {
        return static_cast<std::uint64_t>(
            std::llround(static_cast<double>(points) * std::max(point_ns, busy * memory_ns)));
    }
};

/// Section IV-C has durations on one core: 1.3 ms and 50 ms of a million points. With 28 cores the best run on Haswell
/// takes 1.71 s (section IV-A) for 50 steps of 10^8 points, no less than with 8 (section IV-D): that is its memory. The
/// text has no such time of the Xeon Phi.
inline constexpr std::array simulated_nodes = {
    SimulatedNode{.name = "haswell", .cores = 28, .point_ns = 1.3, .memory_ns = 1.71e9 / 50e8, .cache = 256 << 10},
    SimulatedNode{.name = "xeon-phi", .cores = 61, .point_ns = 50, .memory_ns = 0, .cache = 512 << 10},
};

}  // namespace scrump::heat

#pragma once
// What localities tell one another of their load.

#include <cstdint>
#include <limits>

namespace scrump {

/// A locality's summary of its load, for others.
struct LoadSummary {
    double work_rate = 0;  ///< average of its workers' work rates (equation 3.1 of Xie (2023))
    /// Number of tasks that a thief could get: waiting ones, and busy workers that would split.
    std::uint64_t tasks = 0;
    /// Position of the first of these in heuristic order; the smallest number is first.
    std::uint64_t first_task = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace scrump

#pragma once
// What was computed, for those that show what a run cost.

namespace scrump::cli {

/// Tasks of fork and join, loops and state spaces have no nodes, nor bounds or incumbents, so counts of them are left
/// out.
enum class Computation : unsigned char { search, tasks, loop, states };

}  // namespace scrump::cli

#pragma once
// A partition as the dataflow sees it: its next task, what that still waits for, and its place in a pool.

#include <array>
#include <atomic>
#include <cstdint>

namespace scrump::heat {

/// The task of a partition and step t may run when the tasks of step t - 1 of the partition and of its two neighbours
/// are done (figure 2 of Grubel et al. (2015)).
///
/// Protocol: `missing[t % 2]` counts those of the three that are not done; a partition that is its own neighbour, or
/// the same one's on both sides, is counted as often. Who finishes a task takes one from its own counter and from both
/// neighbours', and who takes the last one makes that task ready. Two counters are enough: a neighbour that is done
/// with step t has waited for this partition's step t - 1, so it can be ahead by one step but not by two. A task sets
/// its own counter for step t + 2 before it says that it is done; nobody takes from that earlier, as who does so has
/// waited for it. Subtractions release what the task read and wrote, and the last one of three acquires it, so that the
/// next task sees the values that it needs and may overwrite those that were needed.
///
/// Hence two buffers are enough as well: the task of step t overwrites what step t - 1 started from, and the only tasks
/// that read these points then are the three that it has waited for.
struct Partition {
    std::array<std::atomic<std::uint32_t>, 2> missing{};
    Partition* newer = nullptr;  // in its pool, under that pool's lock
    Partition* older = nullptr;
    std::uint64_t step = 0;  ///< of its next task; set by the one before, which also releases it
};

}  // namespace scrump::heat

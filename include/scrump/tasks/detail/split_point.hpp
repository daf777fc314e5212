#pragma once
// The division of a split deque, by numbers: its tasks from `tail` up to `split` are shared, those below are stolen and
// those above are the owner's own.

#include <cstdint>

namespace scrump::detail {

/// One word, so that owner and thieves change it at once.
struct alignas(8) SplitPoint {
    std::uint32_t tail = 0;
    std::uint32_t split = 0;

    std::uint32_t shared() const { return split - tail; }

    /// Steals this number of the oldest shared ones.
    SplitPoint after_steal_of(std::uint32_t tasks) const { return {tail + tasks, split}; }
    /// Shares the older half of this number of further tasks, rounded up.
    SplitPoint with_half_of(std::uint32_t own) const { return {tail, split + own / 2 + own % 2}; }
    /// Shares this number of further tasks.
    SplitPoint with_all_of(std::uint32_t own) const { return {tail, split + own}; }
    /// Unshares a task, and the newer half of those below it: so of many consecutive ones, few are in the way.
    SplitPoint taken_back(std::uint32_t task) const { return {tail, tail + (task - tail) / 2}; }

    bool operator==(const SplitPoint&) const = default;
};

}  // namespace scrump::detail

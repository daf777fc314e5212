#pragma once
// Where a split deque is divided, on numbers: its tasks from `tail` up to `split` are shared, those below are stolen
// and those above are the owner's own.

#include <cstdint>

namespace scrump::detail {

/// One word, so that owner and thieves change it at once.
struct alignas(8) SplitPoint {
    std::uint32_t tail = 0;
    std::uint32_t split = 0;

    std::uint32_t shared() const { return split - tail; }

    /// So many of the oldest that are shared are stolen.
    SplitPoint after_steal_of(std::uint32_t tasks) const { return {tail + tasks, split}; }
    /// The older half of so many more tasks is shared, rounded up.
    SplitPoint with_half_of(std::uint32_t own) const { return {tail, split + own / 2 + own % 2}; }
    /// A task that is shared is not any more, nor is the newer half of those below it: so of many that come after each
    /// other, few are in the way.
    SplitPoint taken_back(std::uint32_t task) const { return {tail, tail + (task - tail) / 2}; }

    bool operator==(const SplitPoint&) const = default;
};

}  // namespace scrump::detail

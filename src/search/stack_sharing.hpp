#pragma once
// What a worker that explores tasks on a steal stack does every few backtracks.

#include <algorithm>
#include <cstdint>
#include <limits>

namespace scrump::detail {

/// Shares the subtree that a worker explores by a protocol of steal stacks, every few backtracks.
class StackSharing {
  public:
    StackSharing() = default;
    StackSharing(const StackSharing&) = delete;
    StackSharing& operator=(const StackSharing&) = delete;
    virtual ~StackSharing() = default;

    /// Number of backtracks, given the number so far, after which the worker must come back: to share, or for others
    /// after `others` of them.
    std::uint64_t interval(std::uint64_t others, std::uint64_t backtracks) {
        others_due_ = others > never - backtracks ? never : backtracks + others;
        return std::min(others, shares_at_ > backtracks ? shares_at_ - backtracks : 1);
    }
    /// Whether a worker that nobody called came back to share only.
    bool came_to_share(std::uint64_t backtracks) const { return backtracks < others_due_; }

    /// Returns whether the search continues.
    virtual bool share() = 0;
    /// Called when the worker attends to others, too.
    virtual void publish() = 0;

  protected:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t shares_at_ = 0;  // in backtracks

  private:
    std::uint64_t others_due_ = 0;
};

}  // namespace scrump::detail

#pragma once
// Guided self-scheduling (Polychronopoulos and Kuck 1987): 1/P of the remaining iterations, ⌈R/P⌉.

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>

namespace scrump::detail {

class GuidedRule final : public ChunkRule {
  public:
    /// `min` is the k of GSS(k).
    GuidedRule(const LoopShape& shape, std::uint64_t min)
        : iterations_(shape.iterations), workers_(shape.workers), min_(min) {}

    Depends depends() const override { return Depends::steps; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const std::uint64_t left = iterations_ - std::min(iterations_, request.scheduled);
        return std::max(left / workers_ + (left % workers_ != 0 ? 1 : 0), min_);
    }

  private:
    const std::uint64_t iterations_;
    const std::uint64_t workers_;
    const std::uint64_t min_;
};

}  // namespace scrump::detail

#pragma once
// Chunks that all have the same size: self-scheduling, fixed-size chunking and its modification.

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {

class FixedSizeRule final : public ChunkRule {
  public:
    explicit FixedSizeRule(std::uint64_t size) : size_(std::max<std::uint64_t>(size, 1)) {}

    Depends depends() const override { return Depends::steps; }
    std::uint64_t size(const ChunkRequest& /*request*/) const override { return size_; }
    std::uint64_t fixed_size() const override { return size_; }

  private:
    const std::uint64_t size_;
};

/// The size with the smallest expected time for equal iterations (Kruskal and Weiss 1985): (√2 N h / (σ P √(ln
/// P)))^(2/3), but at most a worker's share. Without variance, or for one worker, that share.
inline std::uint64_t kruskal_weiss_size(const LoopShape& shape) {
    const double share = static_cast<double>(shape.iterations) / shape.workers;
    const double spread = shape.costs.sigma * shape.workers * std::sqrt(std::log(shape.workers));
    if (spread <= 0) return static_cast<std::uint64_t>(std::ceil(share));
    const double best =
        std::pow(std::sqrt(2.0) * static_cast<double>(shape.iterations) * shape.costs.overhead / spread, 2.0 / 3.0);
    return static_cast<std::uint64_t>(std::ceil(std::min(best, share)));
}

}  // namespace scrump::detail

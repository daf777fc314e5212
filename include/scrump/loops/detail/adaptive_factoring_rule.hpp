#pragma once
// Adaptive factoring (Banicescu and Liu 2000): mean μ_p and variance σ_p² of an iteration's time are measured for each
// worker while the loop runs, and the worker gets
//
//     (D + 2 T R - √(D² + 4 D T R)) / 2μ_p,   D = Σ σ_q²/μ_q,  T = 1 / Σ 1/μ_q
//
// iterations. The variance is estimated from the times of whole chunks, so that single iterations are not timed; each
// worker's first two chunks, a twentieth of its share each, serve as measurements.

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {

class AdaptiveFactoringRule final : public ChunkRule {
  public:
    AdaptiveFactoringRule(const LoopShape& shape, std::uint64_t min) : iterations_(shape.iterations), min_(min) {}

    Depends depends() const override { return Depends::progress; }
    std::uint64_t size(const ChunkRequest& request) const override {
        static constexpr double measured_part = 20;
        const WorkerProgress& own = request.workers[request.worker];
        if (own.chunks < 2 || own.mean() <= 0) {
            const double share = static_cast<double>(iterations_) / static_cast<double>(request.workers.size());
            return std::max(static_cast<std::uint64_t>(std::ceil(share / measured_part)), min_);
        }
        double d = 0;
        double speeds = 0;
        for (const WorkerProgress& each : request.workers) {
            const bool known = each.chunks >= 2 && each.mean() > 0;
            const WorkerProgress& like = known ? each : own;
            d += like.variance() / like.mean();
            speeds += 1 / like.mean();
        }
        const auto left = static_cast<double>(iterations_ - std::min(iterations_, request.scheduled));
        const double t_left = left / speeds;  // T R
        const double best = (d + 2 * t_left - std::sqrt(d * d + 4 * d * t_left)) / (2 * own.mean());
        return std::max(static_cast<std::uint64_t>(std::ceil(std::clamp(best, 1.0, std::max(left, 1.0)))), min_);
    }

  private:
    const std::uint64_t iterations_;
    const std::uint64_t min_;
};

}  // namespace scrump::detail

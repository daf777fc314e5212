#pragma once
// The bold strategy (Hagerup 1997): with known mean μ and deviation σ of an iteration's time and overhead h of a chunk,
// chunks are as large as can be risked: the remaining iterations of the running ones, by their speed so far, compensate
// for it.

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scrump::detail {

class BoldRule final : public ChunkRule {
  public:
    BoldRule(const LoopShape& shape, std::uint64_t min)
        : iterations_(shape.iterations), workers_(shape.workers), costs_(shape.costs), min_(min) {
        const double variation = costs_.sigma / costs_.mean;
        a_ = 2 * variation * variation;
        b_ = a_ > 0 ? 8 * a_ * std::log(8 * a_) : 0;
        c1_ = costs_.overhead / (costs_.mean * std::numbers::ln2);
        c2_ = std::sqrt(2 * std::numbers::pi) * c1_;
    }

    Depends depends() const override { return Depends::progress; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const auto left = static_cast<double>(iterations_ - std::min(iterations_, request.scheduled));
        const double q = left / workers_;
        if (q <= 1) return min_;
        // N: iterations expected to be unfinished by now; m: those not known to be finished.
        double expected = left;
        double unfinished = left;
        for (const WorkerProgress& each : request.workers) {
            if (each.current == 0) continue;
            const auto size = static_cast<double>(each.current);
            const double done = (request.now - each.current_since) / (size * costs_.mean + costs_.overhead) * size;
            expected += std::clamp(size - done, 0.0, size);
            unfinished += size;
        }
        const double r = std::max(left, expected);
        const double share = r / workers_;
        const double ln_q = std::log(q);
        const double v = q / (std::max(b_, 0.0) + q);
        const double d = left / (1 + 1 / ln_q - v);
        double best = share;
        if (d > c2_) {
            // Without overhead large chunks gain nothing: ln c2 must be finite.
            const double s = a_ * (std::log(d) - std::log(std::max(c2_, 1e-12))) * (1 + unfinished / (r * workers_));
            const double w = std::log(ln_q * v) + (b_ > 0 ? std::log(b_) : 0);
            best = std::min(share, share + std::max(0.0, c1_ * w) + s / 2 - std::sqrt(s * (share + s / 4)));
        }
        return std::max(static_cast<std::uint64_t>(std::ceil(std::max(best, 1.0))), min_);
    }

  private:
    const std::uint64_t iterations_;
    const double workers_;
    const IterationCosts costs_;
    const std::uint64_t min_;
    double a_ = 0;
    double b_ = 0;
    double c1_ = 0;
    double c2_ = 0;
};

}  // namespace scrump::detail

#pragma once
// Factoring (Hummel, Schonberg and Flynn 1992): iterations are handed out in batches of P chunks of the same size, each
// batch a fraction 1/x of the remaining iterations.
//
//     F_j = ⌈R_j / (x_j P)⌉,  R_{j+1} = R_j - P F_j
//
// With known mean μ and deviation σ of an iteration's time, b_j = P σ / (2 √R_j μ), x_0 = 1 + b_0² + b_0 √(b_0² + 2)
// and x_j = 2 + b_j² + b_j √(b_j² + 4) for the batches after the first. Without, x = 2: FAC2. (Equation 2.2 of Shatri
// (2023) gives x_j alone, and calls it the size of a chunk.)

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace scrump::detail {

/// The sizes of the chunks of each batch.
class Batches {
  public:
    /// `variation` is σ/μ; negative: half of the remaining iterations each time.
    Batches(std::uint64_t iterations, unsigned workers, double variation) : workers_(workers) {
        std::uint64_t left = iterations;
        while (left > 0 && (sizes_.empty() || sizes_.back() > 1)) {
            const double parts = divisor(left, sizes_.empty(), variation) * workers;
            const auto size = static_cast<std::uint64_t>(std::ceil(static_cast<double>(left) / parts));
            sizes_.push_back(std::max<std::uint64_t>(size, 1));
            left -= std::min(left, sizes_.back() * workers);
        }
        if (sizes_.empty()) sizes_.push_back(1);
    }

    /// Size of the chunk that is handed out after `step` others. Once chunks have one iteration, they keep it.
    std::uint64_t size(std::uint64_t step) const {
        return sizes_[static_cast<std::size_t>(std::min<std::uint64_t>(step / workers_, sizes_.size() - 1))];
    }

  private:
    double divisor(std::uint64_t left, bool first, double variation) const {
        if (variation < 0) return 2;
        const double b = workers_ / (2 * std::sqrt(static_cast<double>(left))) * variation;
        return first ? 1 + b * b + b * std::sqrt(b * b + 2) : 2 + b * b + b * std::sqrt(b * b + 4);
    }

    unsigned workers_;
    std::vector<std::uint64_t> sizes_;
};

class FactoringRule final : public ChunkRule {
  public:
    /// The rule of FAC2.
    FactoringRule(const LoopShape& shape, std::uint64_t min)
        : batches_(shape.iterations, shape.workers, -1), min_(min) {}
    /// The rule of FAC: `variation` is σ/μ.
    FactoringRule(const LoopShape& shape, std::uint64_t min, double variation)
        : batches_(shape.iterations, shape.workers, variation), min_(min) {}

    Depends depends() const override { return Depends::steps; }
    std::uint64_t size(const ChunkRequest& request) const override {
        return std::max(batches_.size(request.step), min_);
    }

  private:
    const Batches batches_;
    const std::uint64_t min_;
};

}  // namespace scrump::detail

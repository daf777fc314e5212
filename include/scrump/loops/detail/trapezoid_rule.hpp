#pragma once
// Trapezoid self-scheduling (Tzen and Ni 1993): chunks decrease by the same number each time, from f to l. With
// A = ⌈2N/(f+l)⌉ chunks, by ⌊(f-l)/(A-1)⌋. The authors propose f = N/2P and l = 1. (Section 2.3.4 of Shatri (2023)
// calls both the iterations and the chunks N.)

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>

namespace scrump::detail {

class TrapezoidRule final : public ChunkRule {
  public:
    /// `first` 0: the authors' proposal.
    TrapezoidRule(const LoopShape& shape, std::uint64_t first, std::uint64_t last, std::uint64_t min) : min_(min) {
        const std::uint64_t twice = std::uint64_t{2} * shape.workers;
        const std::uint64_t usual = shape.iterations / twice + (shape.iterations % twice != 0 ? 1 : 0);
        first_ = std::max<std::uint64_t>(first != 0 ? first : usual, 1);
        last_ = std::clamp<std::uint64_t>(last, 1, first_);
        // ⌈2N/(f+l)⌉, without doubling N.
        const double chunks = 2.0 * static_cast<double>(shape.iterations) / static_cast<double>(first_ + last_);
        const auto whole = static_cast<std::uint64_t>(chunks) +
                           (chunks > static_cast<double>(static_cast<std::uint64_t>(chunks)) ? 1 : 0);
        decrement_ = whole > 1 ? (first_ - last_) / (whole - 1) : 0;
    }

    Depends depends() const override { return Depends::steps; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const std::uint64_t room = first_ - last_;
        const bool at_last = decrement_ != 0 && request.step > room / decrement_;
        return std::max(at_last ? last_ : first_ - request.step * decrement_, min_);
    }

  private:
    const std::uint64_t min_;
    std::uint64_t first_ = 1;
    std::uint64_t last_ = 1;
    std::uint64_t decrement_ = 0;
};

}  // namespace scrump::detail

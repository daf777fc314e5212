#pragma once
// Chunks by the time that iterations take, for loops of which nothing is known: each worker has a block of its own and
// takes chunks of
//
//     √(4 R c / t)
//
// iterations, where R are those left in the block, t is the recent time of one and c that of getting a chunk: so large
// that getting them is a small part of the work R t, and smaller and smaller, so that all workers end at the same time.
// (For chunks of one size and work W, a chunk should take √(2 W c); as these become smaller, more.) Sizes begin with
// one iteration, at most double, and are a part of R, because those that follow may take longer, while others wait. A
// worker whose block is empty takes chunks of another one's, and begins with one iteration again.

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {

class PacedRule final : public ChunkRule {
  public:
    /// Time of a chunk besides waiting for it, in seconds: two readings of the clock, a call.
    static constexpr double call = 100e-9;

    PacedRule(const LoopShape& shape, std::uint64_t min) : min_(min), parts_(std::max(4.0, shape.workers / 4.0)) {}

    Depends depends() const override { return Depends::block; }
    std::uint64_t size(const ChunkRequest& request) const override {
        if (request.workers.empty() || request.workers[request.worker].chunks == 0) return min_;
        const WorkerProgress& own = request.workers[request.worker];
        const auto left = static_cast<double>(request.block - std::min(request.block, request.scheduled));
        double size = std::min(std::ceil(left / parts_), 2 * static_cast<double>(own.iterations));
        if (own.recent > 0) size = std::min(size, std::sqrt(4 * left * (own.recent_wait + call) / own.recent));
        return std::max({static_cast<std::uint64_t>(size), min_, std::uint64_t{1}});
    }

  private:
    const std::uint64_t min_;
    const double parts_;
};

}  // namespace scrump::detail

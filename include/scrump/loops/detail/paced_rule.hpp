#pragma once
// Chunks by the time that iterations take, for loops of which nothing is known: each worker has a block of its own and
// takes chunks of
//
//     √(4 R c / t)
//
// iterations, where R are those left in the block, or a worker's share of all that are left where workers take chunks
// of one queue; t is the recent time of one and c that of getting a chunk: so large that getting them is a small part
// of the work R t, and smaller and smaller, so that all workers end at the same time. (For chunks of one size and work
// W, a chunk should take √(2 W c); as these become smaller, more.) Sizes begin with one iteration, at most double, and
// are a part of R, because those that follow may take longer, while others wait. A worker whose block is empty takes
// chunks of another one's, and begins with one iteration again.

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {

/// The size of a chunk by that formula.
class PacedSize {
  public:
    /// `cost`: time of a chunk besides waiting for it, in seconds.
    PacedSize(unsigned workers, std::uint64_t min, double cost)
        : min_(min), cost_(cost), parts_(std::max(4.0, workers / 4.0)) {}

    /// For a worker with this progress, to which `left` iterations are left.
    std::uint64_t of(const WorkerProgress& own, double left) const {
        double size = std::min(std::ceil(left / parts_), 2 * static_cast<double>(own.iterations));
        if (own.recent > 0) size = std::min(size, std::sqrt(4 * left * (own.recent_wait + cost_) / own.recent));
        return at_least_min(size);
    }
    std::uint64_t at_least_min(double size) const {
        return std::max({static_cast<std::uint64_t>(size), min_, std::uint64_t{1}});
    }

    /// Progress of the worker that makes the request; null if it has finished no chunk.
    static const WorkerProgress* progress(const ChunkRequest& request) {
        if (request.workers.empty() || request.workers[request.worker].chunks == 0) return nullptr;
        return &request.workers[request.worker];
    }
    /// Those of `iterations` that nobody has begun.
    static double left(std::uint64_t iterations, const ChunkRequest& request) {
        return static_cast<double>(iterations - std::min(iterations, request.scheduled));
    }

  private:
    const std::uint64_t min_;
    const double cost_;
    const double parts_;
};

/// Each worker has a block of its own.
class PacedRule final : public ChunkRule {
  public:
    /// Two readings of the clock, a call.
    static constexpr double cost = 100e-9;

    PacedRule(const LoopShape& shape, std::uint64_t min) : paced_(shape.workers, min, cost) {}

    Depends depends() const override { return Depends::block; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const WorkerProgress* const own = PacedSize::progress(request);
        return own != nullptr ? paced_.of(*own, PacedSize::left(request.block, request)) : paced_.at_least_min(0);
    }

  private:
    const PacedSize paced_;
};

/// The workers of a locality take chunks of one queue.
class PacedQueueRule final : public ChunkRule {
  public:
    /// The same, which several workers get to know, and a lock.
    static constexpr double cost = 400e-9;

    PacedQueueRule(const LoopShape& shape, std::uint64_t min, unsigned locality_workers)
        : iterations_(shape.iterations), workers_(locality_workers), paced_(shape.workers, min, cost) {}

    Depends depends() const override { return Depends::progress; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const double share = PacedSize::left(iterations_, request) / workers_;
        const WorkerProgress* const own = PacedSize::progress(request);
        return own != nullptr ? paced_.of(*own, share) : paced_.at_least_min(share / first_parts);
    }

  private:
    static constexpr double first_parts = 64;  // of a share: so little that it may take much longer

    const std::uint64_t iterations_;
    const unsigned workers_;
    const PacedSize paced_;
};

}  // namespace scrump::detail

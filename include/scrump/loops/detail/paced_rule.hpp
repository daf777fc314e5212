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

class PacedRule final : public ChunkRule {
  public:
    /// Time of a chunk besides waiting for it, in seconds: two readings of the clock, a call; and of a queue's, which
    /// several workers get to know, a lock.
    static constexpr double call = 100e-9;
    static constexpr double shared_call = 400e-9;

    /// `crew`: workers that take chunks of one queue; 0: each has a block of its own.
    PacedRule(const LoopShape& shape, std::uint64_t min, unsigned crew = 0)
        : iterations_(shape.iterations), crew_(crew), min_(min), parts_(std::max(4.0, shape.workers / 4.0)) {}

    Depends depends() const override { return crew_ == 0 ? Depends::block : Depends::progress; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const double left = left_for(request);
        if (request.workers.empty() || request.workers[request.worker].chunks == 0) return first(left);
        const WorkerProgress& own = request.workers[request.worker];
        double size = std::min(std::ceil(left / parts_), 2 * static_cast<double>(own.iterations));
        if (own.recent > 0) size = std::min(size, std::sqrt(4 * left * (own.recent_wait + cost()) / own.recent));
        return at_least_min(size);
    }

  private:
    static constexpr double first_parts = 64;  // of a share of a queue: so little that it may take much longer

    std::uint64_t at_least_min(double size) const {
        return std::max({static_cast<std::uint64_t>(size), min_, std::uint64_t{1}});
    }
    double cost() const { return crew_ == 0 ? call : shared_call; }
    std::uint64_t first(double left) const { return crew_ == 0 ? min_ : at_least_min(left / first_parts); }
    double left_for(const ChunkRequest& request) const {
        const std::uint64_t whole = crew_ == 0 ? request.block : iterations_;
        return static_cast<double>(whole - std::min(whole, request.scheduled)) / std::max(crew_, 1U);
    }

    const std::uint64_t iterations_;
    const unsigned crew_;
    const std::uint64_t min_;
    const double parts_;
};

}  // namespace scrump::detail

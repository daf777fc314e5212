#pragma once
// Loops over the same range, one after another, whose pieces stay with their workers: what they used is in the caches
// of a worker's core, and in the memory beside it if that worker wrote it first.

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

namespace scrump {

namespace detail {
class AffinityRound;
}

/// Remembers which workers carried out which part of a loop, for the next loop over as many iterations
/// (ParallelOptions::affinity). At first each worker has a part of equal size. One that has carried out its own pieces
/// takes some of others, which are its own from then on. For one loop at a time.
class Affinity {
  public:
    Affinity() = default;
    Affinity(const Affinity&) = delete;
    Affinity& operator=(const Affinity&) = delete;

  private:
    friend class detail::AffinityRound;

    struct Piece {
        std::atomic<unsigned> worker = 0;
        std::atomic<bool> taken = false;
    };

    std::size_t iterations_ = 0;
    unsigned workers_ = 0;
    std::size_t number_ = 0;
    std::unique_ptr<Piece[]> pieces_;
};

namespace detail {

/// One loop: its pieces, each of which is given to one worker. A worker's own come first, in ascending order, then the
/// last ones of others.
class AffinityRound {
  public:
    /// A part of the iterations.
    struct Part {
        std::size_t begin;
        std::size_t end;
    };

    /// `largest`: number of iterations of a piece, at most; 0: some pieces for each worker.
    AffinityRound(Affinity& affinity, std::size_t iterations, unsigned workers, std::size_t largest);

    /// The next piece for this worker, of `workers`; none if all are taken. May be called by all at once.
    std::optional<Part> next(unsigned worker);

  private:
    Part take(std::size_t piece, unsigned worker);
    bool claim(std::size_t piece);

    Affinity& affinity_;
};

}  // namespace detail

}  // namespace scrump

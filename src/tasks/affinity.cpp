#include <scrump/tasks/affinity.hpp>

#include <algorithm>

namespace scrump::detail {

namespace {

constexpr std::size_t pieces_of_a_worker = 8;

// Where the k-th of n equal parts begins, without an overflow.
std::size_t begin_of(std::size_t part, std::size_t parts, std::size_t all) {
    return part * (all / parts) + std::min(part, all % parts);
}

}  // namespace

AffinityRound::AffinityRound(Affinity& affinity, std::size_t iterations, unsigned workers, std::size_t largest)
    : affinity_(affinity) {
    std::size_t number = std::min(iterations, pieces_of_a_worker * workers);
    if (largest > 0) number = std::max(number, (iterations - 1) / largest + 1);
    if (iterations != affinity.iterations_ || workers != affinity.workers_ || number != affinity.number_) {
        affinity.pieces_ = std::make_unique<Affinity::Piece[]>(number);
        affinity.iterations_ = iterations;
        affinity.workers_ = workers;
        affinity.number_ = number;
        for (unsigned worker = 0; worker < workers; ++worker) {
            const std::size_t end = begin_of(worker + 1, workers, number);
            for (std::size_t i = begin_of(worker, workers, number); i < end; ++i) affinity.pieces_[i].worker = worker;
        }
    }
    for (std::size_t i = 0; i < number; ++i) affinity.pieces_[i].taken.store(false, std::memory_order_relaxed);
}

// Relaxed: what pieces do is made known to others by the tasks that carry them out.
bool AffinityRound::claim(std::size_t piece) {
    std::atomic<bool>& taken = affinity_.pieces_[piece].taken;
    return !taken.load(std::memory_order_relaxed) && !taken.exchange(true, std::memory_order_relaxed);
}

AffinityRound::Part AffinityRound::take(std::size_t piece, unsigned worker) {
    affinity_.pieces_[piece].worker.store(worker, std::memory_order_relaxed);
    return {begin_of(piece, affinity_.number_, affinity_.iterations_),
            begin_of(piece + 1, affinity_.number_, affinity_.iterations_)};
}

std::optional<AffinityRound::Part> AffinityRound::next(unsigned worker) {
    for (std::size_t i = 0; i < affinity_.number_; ++i) {
        if (affinity_.pieces_[i].worker.load(std::memory_order_relaxed) == worker && claim(i)) return take(i, worker);
    }
    for (std::size_t i = affinity_.number_; i > 0; --i) {
        if (claim(i - 1)) return take(i - 1, worker);
    }
    return std::nullopt;
}

}  // namespace scrump::detail

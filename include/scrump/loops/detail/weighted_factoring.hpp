#pragma once
// Weighted factoring (Hummel, Schmidt, Uma and Wein 1996): a worker's chunk is that of FAC2 times its weight, its speed
// in relation to the mean. Adaptive weighted factoring learns the weights while the loop runs (Banicescu, Velusamy and
// Devaprasad 2003; its variants B to E: Cariño and Banicescu 2008).

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/detail/factoring.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace scrump::detail {

inline std::uint64_t weighted(double weight, double size) {
    return static_cast<std::uint64_t>(std::ceil(std::max(weight * size, 1.0)));
}

/// WF, with the given weights; and AWF, with those learned from earlier runs of the loop.
class WeightedFactoringRule final : public ChunkRule {
  public:
    WeightedFactoringRule(LoopShape shape, std::uint64_t min)
        : batches_(shape.iterations, shape.workers, -1), weights_(std::move(shape.weights)), min_(min) {}

    Depends depends() const override { return weights_.empty() ? Depends::steps : Depends::worker; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const double weight = weights_.empty() ? 1 : weights_[request.worker];
        return std::max(weighted(weight, static_cast<double>(batches_.size(request.step))), min_);
    }

  private:
    const Batches batches_;
    const std::vector<double> weights_;
    const std::uint64_t min_;
};

/// The weight of `worker` by the ranked averages of all: 1/π_p in relation to the mean of all known ones, with π_p = Σ
/// k t_k / Σ k n_k. For workers that have not finished a chunk the given weight counts.
inline double learned_weight(std::span<const WorkerProgress> workers, unsigned worker, bool with_overhead) {
    const auto pace = [&](const WorkerProgress& each) {
        const double time = with_overhead ? each.ranked_total_time : each.ranked_time;
        return each.ranked_iterations > 0 && time > 0 ? each.ranked_iterations / time : 0.0;
    };
    // The speeds of the known workers, and the resulting speed of a worker of weight 1.
    double speeds = 0;
    double weights = 0;
    for (const WorkerProgress& each : workers) {
        const double speed = pace(each);
        if (speed <= 0) continue;
        speeds += speed;
        weights += each.weight;
    }
    if (speeds <= 0 || weights <= 0) return workers[worker].weight;
    const double usual = speeds / weights;
    double sum = 0;
    for (const WorkerProgress& each : workers) sum += pace(each) > 0 ? pace(each) : each.weight * usual;
    const double own = pace(workers[worker]) > 0 ? pace(workers[worker]) : workers[worker].weight * usual;
    return own * static_cast<double>(workers.size()) / sum;
}

/// AWF-B, AWF-D: the chunks of factoring's batches by the known speeds; AWF-C, AWF-E: half of the remaining iterations
/// at each request. D and E count the time to get a chunk as time of the chunk.
class AdaptiveWeightedFactoringRule final : public ChunkRule {
  public:
    struct Variant {
        bool each_chunk;     ///< C, E
        bool with_overhead;  ///< D, E
    };

    AdaptiveWeightedFactoringRule(const LoopShape& shape, std::uint64_t min, Variant variant)
        : iterations_(shape.iterations), batches_(shape.iterations, shape.workers, -1), min_(min), variant_(variant) {}

    Depends depends() const override { return Depends::progress; }
    std::uint64_t size(const ChunkRequest& request) const override {
        const double weight = learned_weight(request.workers, request.worker, variant_.with_overhead);
        const std::uint64_t left = iterations_ - std::min(iterations_, request.scheduled);
        const double half = static_cast<double>(left) / (2.0 * static_cast<double>(request.workers.size()));
        const double size = variant_.each_chunk ? half : static_cast<double>(batches_.size(request.step));
        return std::max(weighted(weight, size), min_);
    }

  private:
    const std::uint64_t iterations_;
    const Batches batches_;
    const std::uint64_t min_;
    const Variant variant_;
};

}  // namespace scrump::detail

#include <scrump/loops/history.hpp>

#include <scrump/loops/detail/weighted_factoring.hpp>

#include <algorithm>
#include <cmath>

namespace scrump {

std::vector<double> LoopHistory::weights(std::size_t workers) const {
    std::vector<double> all;
    if (steps_.size() != workers) return all;
    for (unsigned worker = 0; worker < workers; ++worker) all.push_back(detail::learned_weight(steps_, worker, false));
    return all;
}

void LoopHistory::learn(const LoopStatistics& run) {
    if (steps_.size() != run.shares.size()) steps_.assign(run.shares.size(), {});
    ++runs_;
    double time = 0;
    double variance = 0;
    double waited = 0;
    std::uint64_t iterations = 0;
    std::uint64_t chunks = 0;
    for (std::size_t worker = 0; worker < run.shares.size(); ++worker) {
        const WorkerProgress& part = run.shares[worker].progress;
        if (part.iterations > 0) steps_[worker].finish(part.iterations, part.time, part.time);
        time += part.time;
        variance += part.variance() * static_cast<double>(part.iterations);
        iterations += part.iterations;
        chunks += part.chunks;
        waited += std::max(run.shares[worker].finished - part.time, 0.0);
    }
    if (iterations == 0) return;
    costs_ = {.mean = time / static_cast<double>(iterations),
              .sigma = std::sqrt(variance / static_cast<double>(iterations)),
              .overhead = waited / static_cast<double>(chunks)};
}

}  // namespace scrump

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>

namespace scrump {

// With chunk means m_k = t_k / n_k of iterations that are alike, the sum of n_k (m_k - m)² is expected to be
// (K - 1) σ². That sum is Σ t_k²/n_k - T²/N.
double WorkerProgress::variance() const {
    if (chunks < 2 || iterations == 0) return 0;
    const double spread = squares - time * time / static_cast<double>(iterations);
    return std::max(spread, 0.0) / static_cast<double>(chunks - 1);
}

void WorkerProgress::finish(std::uint64_t size, double seconds, double total) {
    ++chunks;
    iterations += size;
    time += seconds;
    const auto together = [&](double before, double last) { return chunks == 1 ? last : (before + last) / 2; };
    if (size > 0) recent = together(recent, seconds / static_cast<double>(size));
    recent_wait = together(recent_wait, total - seconds);
    if (size > 0) squares += seconds * seconds / static_cast<double>(size);
    const auto rank = static_cast<double>(chunks);
    ranked_iterations += rank * static_cast<double>(size);
    ranked_time += rank * seconds;
    ranked_total_time += rank * total;
    current = 0;
}

std::vector<WorkerProgress> progress_before(const LoopShape& shape) {
    std::vector<WorkerProgress> workers(shape.workers);
    double sum = 0;
    for (const double weight : shape.weights) sum += weight;
    for (std::size_t worker = 0; worker < shape.weights.size(); ++worker)
        workers[worker].weight = shape.weights[worker] * shape.workers / sum;
    return workers;
}

}  // namespace scrump

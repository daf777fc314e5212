#include "workload.hpp"

#include <apps/over_parts.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::loop_bench {
namespace {

// Mean and deviation of what was seen.
class Moments {
  public:
    void add(double value) {
        ++count_;
        sum_ += value;
        squares_ += value * value;
    }
    IterationCosts costs() const {
        if (count_ == 0) return {};
        const double mean = sum_ / static_cast<double>(count_);
        const double variance = squares_ / static_cast<double>(count_) - mean * mean;
        return {.mean = mean, .sigma = std::sqrt(std::max(variance, 0.0)), .overhead = 0};
    }

  private:
    std::uint64_t count_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

// `steps_of(part)` are the steps of each of its iterations.
template <class StepsOf>
void add_parts(Workload& made, unsigned ranks, double seconds_per_step, const StepsOf& steps_of) {
    Moments moments;
    for (unsigned part = 0; part < ranks; ++part) {
        std::vector<double> times;
        for (const auto steps : steps_of(part)) {
            times.push_back(seconds_per_step * static_cast<double>(steps));
            moments.add(times.back());
        }
        made.parts.emplace_back(times);
    }
    made.costs = moments.costs();
}

std::vector<std::uint16_t> steps_of_pixels(const apps::MandelbrotOptions& options, ChunkRule::Range pixels) {
    std::vector<std::uint16_t> steps;
    for (std::uint64_t pixel = pixels.first; pixel < pixels.last; ++pixel)
        steps.push_back(apps::mandelbrot_steps(options, pixel));
    return steps;
}

}  // namespace

double Workload::bound() const {
    double sum = 0;
    for (const IterationTimes& part : parts) sum += part.of({0, part.size()});
    return parts.empty() ? 0 : sum / static_cast<double>(parts.size());
}

Workload workload_of(const WorkloadOptions& options, unsigned ranks) {
    Workload made;
    if (options.application == Application::imbalance) {
        made.bytes_each = sizeof(std::int64_t);
        made.results_each = sizeof(double);
        add_parts(made, ranks, options.seconds_per_step,
                  [&](unsigned part) { return apps::workloads(options.imbalance, part, ranks); });
    } else {
        made.bytes_each = made.results_each = sizeof(std::uint16_t);
        const std::uint64_t pixels = std::uint64_t{options.mandelbrot.size} * options.mandelbrot.size;
        add_parts(made, ranks, options.seconds_per_step, [&](unsigned part) {
            return steps_of_pixels(options.mandelbrot, apps::part_of(pixels, part, ranks));
        });
    }
    return made;
}

}  // namespace scrump::loop_bench

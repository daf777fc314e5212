#pragma once
// Measures the variants of an experiment side by side: A B C A B C …, so that what disturbs the machine for a while
// disturbs all of them, and judges the claims by medians.

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiment.hpp"

namespace scrump::bench {

/// The samples of each variant, round by round.
using Samples = std::vector<std::vector<Sample>>;

/// A claim's outcome.
struct Row {
    std::string what;
    Metric metric;
    Comparison comparison;
    double value;    ///< of the medians
    double subject;  ///< the medians themselves
    double base;
    double
        low;  ///< least and greatest over the rounds, each round compared with itself; of a variability, the metric's
    double high;
    std::optional<Target> target;
    std::optional<bool> reached;
};

/// Runs all variants `rounds` times, as often as the experiment wants at least and at most; `tell(round, of)` is called
/// before each round. Throws `Error` when two answers differ.
Samples measure(const Experiment& experiment, unsigned rounds,
                const std::function<void(unsigned round, unsigned of)>& tell);

/// The rows of an experiment; targets are judged unless `judge` is false.
std::vector<Row> rows_of(const Experiment& experiment, const Samples& samples, bool judge);

/// The median of a metric over the runs of one variant.
double median(const std::vector<Sample>& samples, const Metric& metric);

/// The sample that `work()` returns, with the time that it took.
template <class Work>
Sample timed(Work&& work) {
    const auto began = std::chrono::steady_clock::now();
    Sample sample = work();
    sample.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return sample;
}

}  // namespace scrump::bench

#include "measure.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace scrump::bench {
namespace {

double compare(double subject, double base, Comparison comparison) {
    switch (comparison) {
        case Comparison::alone:
        case Comparison::variability:
            return subject;
        case Comparison::ratio:
            return subject / base;
        case Comparison::difference:
            return subject - base;
    }
    return 0;
}

void check_answer(const Experiment& experiment, std::size_t variant, const Sample& sample, const Samples& samples) {
    const Sample& first = samples.front().empty() ? sample : samples.front().front();
    if (sample.answer == first.answer) return;
    throw Error("the answers differ: " + experiment.variants.front().name + " says " + first.answer + ", " +
                experiment.variants[variant].name + " says " + sample.answer);
}

// The claim with the best of its candidates as its subject.
Claim with_best(Claim claim, const Experiment& experiment, const Samples& samples) {
    if (claim.best_of.empty()) return claim;
    claim.subject = *std::ranges::min_element(
        claim.best_of, {}, [&](std::size_t variant) { return median(samples[variant], claim.metric); });
    claim.what += " (" + experiment.variants[claim.subject].name + ")";
    return claim;
}

}  // namespace

Samples measure(const Experiment& experiment, unsigned rounds,
                const std::function<void(unsigned round, unsigned of)>& tell) {
    const unsigned enough = std::min(std::max(rounds, experiment.least_rounds), experiment.most_rounds);
    Samples samples(experiment.variants.size());
    for (unsigned round = 0; round < enough; ++round) {
        tell(round + 1, enough);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            Sample sample = experiment.variants[i].run();
            check_answer(experiment, i, sample, samples);
            samples[i].push_back(std::move(sample));
        }
    }
    return samples;
}

double median(const std::vector<Sample>& samples, const Metric& metric) {
    std::vector<double> values;
    for (const Sample& sample : samples) values.push_back(metric.of(sample));
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<Row> rows_of(const Experiment& experiment, const Samples& samples, bool judge) {
    std::vector<Row> rows;
    for (const Claim& made : experiment.claims) {
        const Claim claim = with_best(made, experiment, samples);
        const std::vector<Sample>& subject = samples[claim.subject];
        const std::vector<Sample>& base = samples[claim.base];
        Row row{.what = claim.what,
                .metric = claim.metric,
                .comparison = claim.comparison,
                .value = 0,
                .subject = median(subject, claim.metric),
                .base = median(base, claim.metric),
                .low = std::numeric_limits<double>::infinity(),
                .high = -std::numeric_limits<double>::infinity(),
                .target = claim.target,
                .reached = std::nullopt};
        for (std::size_t round = 0; round < subject.size(); ++round) {
            const double parts = claim.per ? claim.per->of(subject[round]) : 1;
            double once =
                compare(claim.metric.of(subject[round]), claim.metric.of(base[round]), claim.comparison) / parts;
            if (claim.beside)
                once /= claim.metric.of(samples[claim.beside->subject][round]) /
                        claim.metric.of(samples[claim.beside->base][round]);
            row.low = std::min(row.low, once);
            row.high = std::max(row.high, once);
        }
        row.value = claim.comparison == Comparison::variability ? (row.high - row.low) / row.low
                                                                : compare(row.subject, row.base, claim.comparison);
        if (claim.per) row.value /= median(subject, *claim.per);
        if (claim.beside)
            row.value /= median(samples[claim.beside->subject], claim.metric) /
                         median(samples[claim.beside->base], claim.metric);
        if (judge && claim.target) row.reached = claim.target->reached_by(row.value);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace scrump::bench

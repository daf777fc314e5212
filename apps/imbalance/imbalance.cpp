#include <apps/imbalance/imbalance.hpp>

#include <apps/over_parts.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/loops.hpp>
#include <scrump/sim/work.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

namespace scrump::apps {
namespace {

// Of mean 0 and deviation 1.
double draw(Spread spread, SplitMix64& random) {
    if (spread == Spread::uniform) return std::sqrt(3.0) * (2 * random.unit() - 1);
    // Box and Muller.
    const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
    return radius * std::cos(2 * std::numbers::pi * random.unit());
}

double sum_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
}

}  // namespace

std::vector<double> part_loads(const ImbalanceOptions& options, unsigned parts) {
    if (!(options.imbalance >= 0 && options.imbalance <= 0.5))
        throw UsageError("the imbalance is from 0 to 0.5, not " + std::to_string(options.imbalance));
    if (options.workload == 0) throw UsageError("an iteration has at least one term");
    static constexpr double least = 0.05;
    SplitMix64 random(options.seed);
    std::vector<double> loads;
    for (unsigned part = 0; part < parts; ++part)
        loads.push_back(std::max(least, 1 + options.imbalance * draw(options.spread, random)));
    return loads;
}

std::vector<std::int64_t> workloads(const ImbalanceOptions& options, unsigned part, unsigned parts) {
    const double most = part_loads(options, parts)[part] * options.workload;
    SplitMix64 random(options.seed + 0x9E3779B97F4A7C15 * (options.step * parts + part + 1));
    std::vector<std::int64_t> terms(static_cast<std::size_t>(part_of(options.iterations, part, parts).size()));
    for (std::int64_t& each : terms)
        each = static_cast<std::int64_t>(std::max(1.0, std::round(most * (1 + random.unit()) / 2)));
    return terms;
}

double midpoint_pi(std::uint32_t terms) {
    const double width = 1.0 / terms;
    double sum = 0;
    for (std::uint32_t i = 0; i < terms; ++i) {
        const double x = (i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}

ImbalanceResult run_imbalance(const ImbalanceOptions& options, const LoopOptions& loop) {
    const unsigned first = first_part_here(loop);
    std::vector<std::vector<std::int64_t>> terms;
    std::vector<std::vector<double>> found;
    for (unsigned part = first; part < first + parts_here(loop); ++part) {
        terms.push_back(workloads(options, part, parts_of(loop)));
        found.emplace_back(terms.back().size());
    }
    using Data = LoopElementsInto<std::int64_t, double>;
    std::vector<Data> parts;
    for (std::size_t i = 0; i < terms.size(); ++i) parts.emplace_back(terms[i], found[i]);
    auto came = distributed_loop(loop, parts, [](const std::int64_t& work, double& pi) {
        pi = midpoint_pi(static_cast<std::uint32_t>(work));
        add_simulated_work(static_cast<std::uint64_t>(work));
    });

    ImbalanceResult result{.status = came.status, .pi = 0, .statistics = std::move(came.statistics)};
    if (result.status != Status::complete || options.iterations == 0) return result;
    // Where results stay with thieves, their places at home are still 0.
    double kept = 0;
    for (const auto& piece : came.kept) {
        for (const double pi : piece.elements().out) kept += pi;
    }
    const double sum = over_parts(
        loop, 0.0, [&](unsigned part) { return sum_of(found[part - first]) + (part == first ? kept : 0); },
        std::plus<>());
    result.pi = sum / static_cast<double>(options.iterations);
    return result;
}

double imbalance_by_hand(const ImbalanceOptions& options, unsigned parts) {
    if (options.iterations == 0) return 0;
    double sum = 0;
    for (unsigned part = 0; part < parts; ++part) {
        for (const std::int64_t terms : workloads(options, part, parts))
            sum += midpoint_pi(static_cast<std::uint32_t>(terms));
    }
    return sum / static_cast<double>(options.iterations);
}

}  // namespace scrump::apps

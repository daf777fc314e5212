#pragma once
// Times of the iterations of loops that are known for being hard to divide, in seconds.

#include <scrump/base/random.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {

using Costs = std::vector<double>;

/// Blocks of iterations, as many as there are workers, whose loads differ: `variation` is the coefficient of variation.
inline Costs imbalanced_costs(std::size_t iterations, std::size_t blocks, double variation) {
    SplitMix64 random(7);
    Costs costs;
    std::vector<double> loads;
    for (std::size_t block = 0; block < blocks; ++block) loads.push_back(1 + variation * (block % 2 == 0 ? 1 : -1));
    for (std::size_t i = 0; i < iterations; ++i)
        costs.push_back(1e-6 * loads[i * blocks / iterations] * (0.5 + random.unit()));
    return costs;
}

/// The pixels of a picture, row by row.
inline Costs mandelbrot_costs(std::size_t side) {
    Costs costs;
    for (std::size_t i = 0; i < side * side; ++i) {
        const auto at = [&](std::size_t pixel) { return 3 * static_cast<double>(pixel) / static_cast<double>(side); };
        const std::complex<double> c(at(i % side) - 2.2, at(i / side) - 1.5);
        std::complex<double> z = 0;
        int steps = 1;
        for (; steps < 500 && std::norm(z) < 4; ++steps) z = z * z + c;
        costs.push_back(4e-9 * steps);
    }
    return costs;
}

/// The rows of a sparse matrix whose lengths follow a power law, perhaps the longest ones first.
inline Costs power_law_costs(std::size_t rows, bool sorted) {
    SplitMix64 random(3);
    Costs costs;
    for (std::size_t i = 0; i < rows; ++i)
        costs.push_back(20e-9 + 2e-9 * std::min(5e4, 4 * std::pow(1 - random.unit(), -1 / 1.2)));
    if (sorted) std::ranges::sort(costs, std::greater<>());
    return costs;
}

/// The blocks of a mesh that is eight times finer where something happens.
inline Costs mesh_costs(std::size_t blocks) {
    SplitMix64 random(5);
    Costs costs;
    for (std::size_t i = 0; i < blocks; ++i) {
        const bool is_fine = i > blocks * 7 / 10 && i < blocks * 8 / 10;
        costs.push_back(4e-6 * (is_fine ? 8 : 1) * (0.9 + 0.2 * random.unit()));
    }
    return costs;
}

/// Bodies whose forces take the longer the denser their surroundings are.
inline Costs bodies_costs(std::size_t bodies) {
    SplitMix64 random(9);
    Costs costs;
    for (std::size_t i = 0; i < bodies; ++i) {
        const double place = static_cast<double>(i) / static_cast<double>(bodies);
        const double density = std::exp(-40 * (place - 0.3) * (place - 0.3));
        costs.push_back(2e-6 * (0.3 + density) * (0.8 + 0.4 * random.unit()));
    }
    return costs;
}

/// All of them, by name, for so many workers.
inline std::vector<std::pair<std::string, Costs>> hard_loops(std::size_t workers) {
    std::vector<std::pair<std::string, Costs>> all;
    for (const int percent : {0, 10, 20, 30, 40})
        all.emplace_back("imbalance " + std::to_string(percent) + " %",
                         imbalanced_costs(20'000, workers, percent / 100.0));
    all.emplace_back("mandelbrot", mandelbrot_costs(200));
    all.emplace_back("power law", power_law_costs(100'000, false));
    all.emplace_back("sorted power law", power_law_costs(100'000, true));
    all.emplace_back("mesh", mesh_costs(4000));
    all.emplace_back("bodies", bodies_costs(20'000));
    return all;
}

}  // namespace scrump::test

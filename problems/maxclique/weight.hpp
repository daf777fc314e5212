#pragma once
// Weights of vertices: their limits, and their sums.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace scrump::maxclique {

/// The weight of a vertex or of a clique, the sum of its vertices' weights.
using Weight = std::int64_t;

/// Largest total weight of a graph: bounds, which may be twice as large, must not overflow.
inline constexpr Weight max_total_weight = 1'000'000'000'000'000'000;

/// Throws Error unless there is a weight for each of `vertices` vertices, none of them is negative, and their sum is at
/// most `max_total_weight`.
void check(std::size_t vertices, std::span<const Weight> weights);

/// Description that tells weights apart when a search is resumed.
std::string describe(std::span<const Weight> weights);

/// The total weight of some vertices.
inline Weight weight_of(std::span<const std::size_t> vertices, std::span<const Weight> weights) {
    Weight total = 0;
    for (const std::size_t vertex : vertices) total += weights[vertex];
    return total;
}

}  // namespace scrump::maxclique

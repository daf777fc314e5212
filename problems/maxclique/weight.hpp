#pragma once
// Weights of vertices: what they may be, and what they add up to.

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrump::maxclique {

/// The weight of a vertex or of a clique, the sum of its vertices' weights.
using Weight = std::int64_t;

/// All weights of a graph together may not be more: bounds, which may be twice as large, must not overflow.
inline constexpr Weight max_total_weight = 1'000'000'000'000'000'000;

/// The weight of some vertices together.
inline Weight weight_of(std::span<const std::size_t> vertices, std::span<const Weight> weights) {
    Weight total = 0;
    for (const std::size_t vertex : vertices) total += weights[vertex];
    return total;
}

}  // namespace scrump::maxclique

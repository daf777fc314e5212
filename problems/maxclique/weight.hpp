#pragma once
// Weights of vertices: what they may be, and what they add up to.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace scrump::maxclique {

/// The weight of a vertex or of a clique, the sum of its vertices' weights.
using Weight = std::int64_t;

/// All weights of a graph together may not be more: bounds, which may be twice as large, must not overflow.
inline constexpr Weight max_total_weight = 1'000'000'000'000'000'000;

/// Throws Error unless there is a weight for each of so many vertices, none of them is negative, and together they are
/// `max_total_weight` at most.
void check(std::size_t vertices, std::span<const Weight> weights);

/// What tells weights from others where a search is resumed.
std::string describe(std::span<const Weight> weights);

/// The weight of some vertices together.
inline Weight weight_of(std::span<const std::size_t> vertices, std::span<const Weight> weights) {
    Weight total = 0;
    for (const std::size_t vertex : vertices) total += weights[vertex];
    return total;
}

}  // namespace scrump::maxclique

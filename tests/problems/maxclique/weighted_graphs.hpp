#pragma once
// Weights for the tests, and the slow and simple search that the quick one is held against.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::maxclique::test {

/// From 0 to `greatest`.
inline std::vector<Weight> random_weights(std::size_t vertices, std::uint32_t greatest, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<Weight> weights(vertices);
    for (Weight& weight : weights) weight = random.below(greatest + 1);
    return weights;
}

/// The weights of the vertices of `spread(graph, factor)`; what is not in the graph weighs `rest`.
inline std::vector<Weight> spread(const std::vector<Weight>& weights, std::size_t factor, Weight rest = 0) {
    std::vector<Weight> wide(weights.size() * factor, rest);
    for (std::size_t v = 0; v < weights.size(); ++v) wide[v * factor] = weights[v];
    return wide;
}

/// Of the heaviest clique. Every set of at most 20 vertices is tried.
inline Weight greatest_weight(const graph::Graph& graph, const std::vector<Weight>& weights) {
    const std::size_t n = graph.size();
    std::vector<Weight> of_set(std::size_t{1} << n, -1);  // -1: no clique
    of_set[0] = 0;
    Weight best = 0;
    for (std::size_t set = 1; set < of_set.size(); ++set) {
        std::size_t v = 0;
        while ((set >> v & 1) == 0) ++v;
        const std::size_t rest = set & (set - 1);
        bool clique = of_set[rest] >= 0;
        for (std::size_t u = v + 1; u < n && clique; ++u) clique = (rest >> u & 1) == 0 || graph.adjacent(u, v);
        if (clique) of_set[set] = of_set[rest] + weights[v];
        best = std::max(best, of_set[set]);
    }
    return best;
}

}  // namespace scrump::maxclique::test

#pragma once
// Random graphs for the tests of problems, the same on every machine.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::test {

/// Each pair is an edge with this probability.
inline graph::Graph random_graph(std::size_t vertices, double density, std::uint64_t seed) {
    SplitMix64 random(seed);
    graph::Graph graph(vertices);
    for (std::size_t a = 0; a < vertices; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (random.unit() < density) graph.add_edge(a, b);
    return graph;
}

}  // namespace scrump::test

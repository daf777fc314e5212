#pragma once
// Graphs for tests of the subgraph search, and its answers by brute force.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::test {

/// `size` vertices in a ring, or in a row.
inline graph::Graph ring(std::size_t size, bool closed = true) {
    graph::Graph graph(size);
    for (std::size_t v = 1; v < size; ++v) graph.add_edge(v - 1, v);
    if (closed && size > 2) graph.add_edge(size - 1, 0);
    return graph;
}

/// A vertex, and `leaves` others that are adjacent to it alone.
inline graph::Graph star(std::size_t leaves) {
    graph::Graph graph(leaves + 1);
    for (std::size_t leaf = 1; leaf <= leaves; ++leaf) graph.add_edge(0, leaf);
    return graph;
}

struct Kind {
    bool labels = false;
    bool loops = false;
    bool induced = false;
};

inline sip::LabelledGraph decorated(graph::Graph edges, const Kind& kind, SplitMix64& random) {
    sip::LabelledGraph graph(std::move(edges));
    for (std::size_t v = 0; v < graph.size(); ++v) {
        if (kind.labels) graph.labels.push_back(random.below(2));
        if (kind.loops) graph.loops.push_back(random.below(3) == 0);
    }
    return graph;
}

inline sip::Problem random_problem(std::size_t pattern, double pattern_density, std::size_t target,
                                   double target_density, const Kind& kind, std::uint64_t seed) {
    SplitMix64 random(seed);
    sip::Problem problem;
    problem.pattern = decorated(graph::random_graph(pattern, pattern_density, random()), kind, random);
    problem.target = decorated(graph::random_graph(target, target_density, random()), kind, random);
    problem.induced = kind.induced;
    return problem;
}

/// All mappings, sorted, by trying all ways to give the vertices images one after another.
inline std::vector<sip::Mapping> brute_force(const sip::Problem& problem) {
    std::vector<sip::Mapping> solutions;
    sip::Mapping mapping;
    const auto extend = [&](const auto& self) -> void {
        if (mapping.size() == problem.pattern.size()) {
            if (sip::is_solution(problem, mapping)) solutions.push_back(mapping);
            return;
        }
        for (std::uint32_t image = 0; image < problem.target.size(); ++image) {
            if (std::ranges::find(mapping, image) != mapping.end()) continue;
            mapping.push_back(image);
            self(self);
            mapping.pop_back();
        }
    };
    extend(extend);
    return solutions;
}

}  // namespace scrump::test

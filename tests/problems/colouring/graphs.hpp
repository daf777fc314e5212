#pragma once
// Graphs whose chromatic numbers are known, or small enough to try everything.

#include <scrump/problems/graph/graph.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "problems/random_graph.hpp"

namespace scrump::colouring::test {

using scrump::test::random_graph;

/// The squares of a board; adjacent where a queen goes from one to the other.
inline graph::Graph queens(std::size_t side) {
    graph::Graph graph(side * side);
    for (std::size_t a = 0; a < graph.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const auto [row, column] = std::pair(a / side, a % side);
            const auto [other_row, other_column] = std::pair(b / side, b % side);
            if (row == other_row || column == other_column || row + column == other_row + other_column ||
                row + other_column == other_row + column)
                graph.add_edge(a, b);
        }
    }
    return graph;
}

/// No triangles, but one colour more with each step (Mycielski 1955); step 1 is an edge, step 2 a cycle of 5, and step
/// k is the benchmark graph "myciel k".
inline graph::Graph mycielski(unsigned step) {
    graph::Graph graph(2);
    graph.add_edge(0, 1);
    for (; step > 1; --step) {
        const std::size_t size = graph.size();
        graph::Graph next(2 * size + 1);
        for (std::size_t a = 0; a < size; ++a) {
            for (std::size_t b = 0; b < size; ++b) {
                if (!graph.adjacent(a, b)) continue;
                next.add_edge(a, b);
                next.add_edge(a, size + b);
            }
            next.add_edge(size + a, 2 * size);
        }
        graph = next;
    }
    return graph;
}

inline graph::Graph cycle(std::size_t vertices) {
    graph::Graph graph(vertices);
    for (std::size_t v = 0; v < vertices; ++v) graph.add_edge(v, (v + 1) % vertices);
    return graph;
}

inline graph::Graph petersen() {
    graph::Graph graph(10);
    for (std::size_t v = 0; v < 5; ++v) {
        graph.add_edge(v, (v + 1) % 5);
        graph.add_edge(v, v + 5);
        graph.add_edge(v + 5, (v + 2) % 5 + 5);
    }
    return graph;
}

/// The sets of `k` of `n` elements; adjacent if they have none in common. The chromatic number is n − 2k + 2 (Lovász
/// 1978), the fractional one n / k.
inline graph::Graph kneser(unsigned n, unsigned k) {
    std::vector<unsigned> sets;
    for (unsigned set = 0; set < 1U << n; ++set)
        if (std::popcount(set) == static_cast<int>(k)) sets.push_back(set);
    graph::Graph graph(sets.size());
    for (std::size_t a = 0; a < sets.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if ((sets[a] & sets[b]) == 0) graph.add_edge(a, b);
    return graph;
}

/// The chromatic number by a table over all sets of vertices (Lawler 1976), at most some twelve: some colour's vertices
/// are an independent set, and the others need one colour less.
inline std::size_t chromatic_number(const graph::Graph& graph) {
    const std::size_t sets = std::size_t{1} << graph.size();
    std::vector<bool> independent(sets, true);
    std::vector<std::size_t> colours(sets, 0);
    for (std::size_t set = 1; set < sets; ++set) {
        for (std::size_t a = 0; a < graph.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if ((set >> a & 1) != 0 && (set >> b & 1) != 0 && graph.adjacent(a, b)) independent[set] = false;
        colours[set] = graph.size();
        for (std::size_t part = set; part != 0; part = (part - 1) & set)
            if (independent[part]) colours[set] = std::min(colours[set], colours[set & ~part] + 1);
    }
    return colours.back();
}

}  // namespace scrump::colouring::test

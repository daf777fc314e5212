#pragma once
// A lower bound beyond cliques: subgraphs that Mycielski's construction makes from a clique, one colour more with each
// step. By Hebrard and Katsirelos, "Constraint and satisfiability reasoning for graph coloring" (JAIR 69, 2020),
// section 4.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::colouring {

struct Mycielskian {
    std::size_t colours = 0;            ///< that the vertices need
    std::vector<std::size_t> vertices;  ///< ascending
};

/// A subgraph of `graph` that needs at least as many colours as `clique` has vertices, and more where one is found.
/// Takes some 100 ms at most, and depends on nothing but these two.
Mycielskian find_mycielskian(const graph::Graph& graph, std::span<const std::size_t> clique);

}  // namespace scrump::colouring

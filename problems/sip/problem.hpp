#pragma once
// The subgraph isomorphism problem: a pattern, a target, and the properties that a mapping must preserve.

#include <scrump/problems/graph/labelled_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrump::sip {

using graph::LabelledGraph;

/// Largest pattern: data on its pairs, and the remaining images of its vertices, are kept for each vertex.
inline constexpr std::size_t max_pattern = 4096;

/// A mapping gives each vertex of the pattern a vertex of the target, no two the same, with the same label, so that
/// each edge goes to an edge with the same label, and a loop to a loop; if `induced`, also non-adjacent vertices go to
/// non-adjacent ones, and vertices without a loop to vertices without a loop. Directed edges keep their direction; an
/// undirected edge counts as one in each direction.
struct Problem {
    LabelledGraph pattern;
    LabelledGraph target;
    bool induced = false;

    /// Throws Error if loops or labels are given for another number of vertices, or arcs that do not match the edges,
    /// if only one of the graphs has labels of vertices, or of edges, or if the pattern is larger than max_pattern or
    /// the target than graph::max_vertices.
    void check() const;

    /// Whether edges have directions or labels.
    bool has_arcs() const { return !pattern.arcs.empty() || !target.arcs.empty(); }

    /// Description that tells problems apart: the sizes, and a digest of everything else.
    std::string describe() const;
};

/// The target vertex of each pattern vertex; all from 0.
using Mapping = std::vector<std::uint32_t>;

/// Whether vertex `p` of the pattern and `t` of the target have labels and loops with which `p` may go to `t`.
bool alike(const Problem& problem, std::size_t p, std::size_t t);

/// Whether `mapping` is a solution of `problem`. The plain definition, independent of the search.
bool is_solution(const Problem& problem, std::span<const std::uint32_t> mapping);

}  // namespace scrump::sip

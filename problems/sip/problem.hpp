#pragma once
// The subgraph isomorphism problem: a pattern, a target, and what a mapping from one to the other must keep.

#include <scrump/problems/graph/labelled_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrump::sip {

using graph::LabelledGraph;

/// The largest pattern: what is known of its pairs, and the images that its vertices have left, is kept for each.
inline constexpr std::size_t max_pattern = 4096;

/// Wanted: for each vertex of the pattern a vertex of the target, no two the same, with the same label, so that each
/// edge comes to an edge with the same label, and a loop to a loop; if `induced`, also what is not adjacent to what is
/// not, and what has no loop to what has none. Directed edges keep their direction; one of a graph that is not directed
/// is one for each.
struct Problem {
    LabelledGraph pattern;
    LabelledGraph target;
    bool induced = false;

    /// Throws Error if loops or labels are given for another number of vertices than there are, or arcs that are not
    /// the edges, if only one of the graphs has labels of vertices, or of edges, or if the pattern is larger than
    /// max_pattern or the target than graph::max_vertices.
    void check() const;

    /// Whether edges have directions or labels.
    bool has_arcs() const { return !pattern.arcs.empty() || !target.arcs.empty(); }

    /// Tells problems apart: the sizes, and a digest of all else.
    std::string describe() const;
};

/// The target vertex of each pattern vertex; all from 0.
using Mapping = std::vector<std::uint32_t>;

/// Whether `mapping` is what `problem` asks for. The plain definition, with nothing of the search in it.
bool is_solution(const Problem& problem, std::span<const std::uint32_t> mapping);

}  // namespace scrump::sip

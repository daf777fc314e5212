#pragma once
// The subgraph isomorphism problem: a pattern, a target, and what a mapping from one to the other must keep.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::sip {

/// An undirected graph whose vertices may have labels and loops.
struct LabelledGraph {
    graph::Graph edges;                   ///< without loops
    std::vector<bool> loops{};            ///< of each vertex whether it is its own neighbour; empty: none is
    std::vector<std::uint64_t> labels{};  ///< of each vertex; empty: the graph has no labels

    LabelledGraph() = default;
    explicit LabelledGraph(graph::Graph graph) : edges(std::move(graph)) {}
    /// What a file holds, with its loops and labels. Throws Error for more vertices than graph::max_vertices.
    explicit LabelledGraph(const graph::GraphFile& file);

    std::size_t size() const { return edges.size(); }
    bool loop(std::size_t vertex) const { return !loops.empty() && loops[vertex]; }
    std::uint64_t label(std::size_t vertex) const { return labels.empty() ? 0 : labels[vertex]; }
    std::size_t number_of_loops() const;

    bool operator==(const LabelledGraph&) const = default;
};

/// The largest pattern: what is known of its pairs, and the images that its vertices have left, is kept for each.
inline constexpr std::size_t max_pattern = 4096;

/// Wanted: for each vertex of the pattern a vertex of the target, no two the same, with the same label, so that
/// neighbours come to neighbours and what has a loop comes to what has one; if `induced`, also what is not adjacent to
/// what is not, and what has no loop to what has none.
struct Problem {
    LabelledGraph pattern;
    LabelledGraph target;
    bool induced = false;

    /// Throws Error if loops or labels are given for another number of vertices than there are, if only one of the
    /// graphs has labels, or if the pattern is larger than max_pattern or the target than graph::max_vertices.
    void check() const;

    /// Tells problems apart: the sizes, and a digest of all else.
    std::string describe() const;
};

/// The target vertex of each pattern vertex; all from 0.
using Mapping = std::vector<std::uint32_t>;

/// Whether `mapping` is what `problem` asks for. The plain definition, with nothing of the search in it.
bool is_solution(const Problem& problem, std::span<const std::uint32_t> mapping);

}  // namespace scrump::sip

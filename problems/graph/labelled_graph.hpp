#pragma once
// A graph as a bit matrix, with everything else that the searches for subgraphs respect: loops, labels, directions.

#include <scrump/problems/graph/arcs.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::graph {

struct LabelledGraph {
    Graph edges;                          ///< pairs of vertices connected by an edge in either direction; without loops
    std::vector<bool> loops{};            ///< whether each vertex has a loop; empty: none has
    std::vector<std::uint64_t> labels{};  ///< label of each vertex; empty: the graph has no labels
    Arcs arcs{};  ///< `edges` and `loops` again, if edges have directions or labels; otherwise empty

    LabelledGraph() = default;
    explicit LabelledGraph(Graph graph) : edges(std::move(graph)) {}
    /// The graph of a file. Throws Error for more than max_vertices vertices.
    explicit LabelledGraph(const GraphFile& file);
    /// A graph with these edges and loops. Throws std::out_of_range for a vertex that does not exist.
    LabelledGraph(std::size_t vertices, Arcs all);

    std::size_t size() const { return edges.size(); }
    bool loop(std::size_t vertex) const { return !loops.empty() && loops[vertex]; }
    std::uint64_t label(std::size_t vertex) const { return labels.empty() ? 0 : labels[vertex]; }
    std::size_t number_of_loops() const;
    /// Number of edges; edges in both directions count once, unless the graph is directed.
    std::size_t number_of_edges() const;

    /// The label of the edge from `from` to `to`, or of a loop; 0 if edges have none; none without an edge.
    std::optional<std::uint64_t> edge(std::size_t from, std::size_t to) const;

    bool operator==(const LabelledGraph&) const = default;
};

/// Throws Error, beginning with `title`, if the number of loops or labels is not that of the vertices, or the arcs do
/// not match the edges; `role` stands for the graph.
void check(const LabelledGraph& graph, const std::string& title, const std::string& role);

/// The kind of labels that only one of two graphs has, which makes them incomparable.
struct LabelsOfOne {
    bool of_edges = false;
    bool in_first = false;
};

/// None if both or neither have labels: a graph without vertices, or without edges, fits all others.
std::optional<LabelsOfOne> labels_of_one(const LabelledGraph& first, const LabelledGraph& second);

/// Throws Error, beginning with `title`, if labels_of_one(); `first_role` and `second_role` stand for the graphs.
void check_alike(const LabelledGraph& first, const LabelledGraph& second, const std::string& title,
                 const std::string& first_role, const std::string& second_role);

/// Digest that tells labels, loops and arcs apart; empty if there are none.
std::string digest_of_labels(const LabelledGraph& graph);

}  // namespace scrump::graph

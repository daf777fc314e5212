#pragma once
// A graph as a bit matrix, with what the searches for subgraphs respect beyond neighbours: loops, labels, directions.

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
    Graph edges;                          ///< between which vertices an edge goes, either way; without loops
    std::vector<bool> loops{};            ///< of each vertex whether it is its own neighbour; empty: none is
    std::vector<std::uint64_t> labels{};  ///< of each vertex; empty: the graph has no labels
    Arcs arcs{};  ///< `edges` and `loops` again, if edges have directions or labels; empty: they have neither

    LabelledGraph() = default;
    explicit LabelledGraph(Graph graph) : edges(std::move(graph)) {}
    /// What a file holds. Throws Error for more vertices than max_vertices.
    explicit LabelledGraph(const GraphFile& file);
    /// With these edges and loops. Throws std::out_of_range for a vertex that is not there.
    LabelledGraph(std::size_t vertices, Arcs all);

    std::size_t size() const { return edges.size(); }
    bool loop(std::size_t vertex) const { return !loops.empty() && loops[vertex]; }
    std::uint64_t label(std::size_t vertex) const { return labels.empty() ? 0 : labels[vertex]; }
    std::size_t number_of_loops() const;
    /// Edges that go both ways count once, unless their graph is directed.
    std::size_t number_of_edges() const;

    /// The label of the edge from `from` to `to`, or of a loop; 0 where edges have none; nothing without an edge.
    std::optional<std::uint64_t> edge(std::size_t from, std::size_t to) const;

    bool operator==(const LabelledGraph&) const = default;
};

/// Throws Error, beginning with `title`, if loops or labels are given for another number of vertices than there are, or
/// arcs are not the edges; `role` is what it calls the graph.
void check(const LabelledGraph& graph, const std::string& title, const std::string& role);

/// What has labels in one of two graphs alone, which then cannot be compared.
struct LabelsOfOne {
    bool of_edges = false;
    bool in_first = false;
};

/// Nothing where both have them, or neither: a graph without vertices, or without edges, fits all others.
std::optional<LabelsOfOne> labels_of_one(const LabelledGraph& first, const LabelledGraph& second);

/// Throws Error, beginning with `title`, if labels_of_one(); `first_role` and `second_role` are what it calls them.
void check_alike(const LabelledGraph& first, const LabelledGraph& second, const std::string& title,
                 const std::string& first_role, const std::string& second_role);

/// Tells labels, loops and arcs apart; empty if there are none.
std::string digest_of_labels(const LabelledGraph& graph);

}  // namespace scrump::graph

#pragma once
// Small random graphs with directions and labels, as tables, which say what is meant without the code under test.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/labelled_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::test {

/// What graphs have beyond edges.
struct Decorations {
    bool directed = false;
    bool vertex_labels = false;
    bool edge_labels = false;
    bool loops = false;
};

/// All combinations.
inline std::vector<Decorations> all_decorations() {
    std::vector<Decorations> all;
    for (unsigned bits = 0; bits < 16; ++bits)
        all.push_back({(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0, (bits & 8U) != 0});
    return all;
}

struct Table {
    static constexpr int none = -1;

    std::size_t size = 0;
    std::vector<int> edges{};             ///< of each ordered pair the label of its edge, or `none`
    std::vector<std::uint64_t> labels{};  ///< of vertices; empty: there are none
    bool edge_labels = false;

    int edge(std::size_t from, std::size_t to) const { return edges[from * size + to]; }
    std::uint64_t label(std::size_t vertex) const { return labels.empty() ? 0 : labels[vertex]; }

    graph::LabelledGraph graph() const {
        std::vector<graph::Arc> arcs;
        for (std::uint32_t from = 0; from < size; ++from)
            for (std::uint32_t to = 0; to < size; ++to)
                if (edge(from, to) != none) arcs.push_back({from, to, static_cast<std::uint64_t>(edge(from, to))});
        graph::LabelledGraph graph(size, graph::Arcs(std::move(arcs), edge_labels));
        graph.labels = labels;
        return graph;
    }
};

inline Table random_table(std::size_t size, double density, const Decorations& decorations, SplitMix64& random) {
    Table table{.size = size, .edges = std::vector<int>(size * size, Table::none)};
    table.edge_labels = decorations.edge_labels;
    const auto label = [&] { return decorations.edge_labels ? static_cast<int>(random.below(2)) : 0; };
    for (std::size_t a = 0; a < size; ++a) {
        if (decorations.vertex_labels) table.labels.push_back(random.below(2));
        if (decorations.loops && random.below(3) == 0) table.edges[a * size + a] = label();
        for (std::size_t b = 0; b < a; ++b) {
            if (decorations.directed) {
                if (random.unit() < density) table.edges[a * size + b] = label();
                if (random.unit() < density) table.edges[b * size + a] = label();
            } else if (random.unit() < density) {
                table.edges[a * size + b] = table.edges[b * size + a] = label();
            }
        }
    }
    return table;
}

}  // namespace scrump::test

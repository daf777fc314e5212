#include "graphs.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <string>

namespace scrump::python {
namespace {

void check(std::size_t vertices, const Edges& edges) {
    for (std::size_t row = 0; row < edges.shape(0); ++row) {
        for (const std::size_t vertex : {edges(row, 0), edges(row, 1)}) {
            if (vertex < vertices) continue;
            throw Error("edge " + std::to_string(row) + ": there is no vertex " + std::to_string(vertex) + " among " +
                        std::to_string(vertices));
        }
    }
}

void expect_at_most(std::size_t most, std::size_t vertices) {
    if (vertices <= most) return;
    throw Error(std::to_string(vertices) + " vertices; expected at most " + std::to_string(most));
}

graph::Graph matrix_of_checked(std::size_t vertices, const Edges& edges) {
    graph::Graph matrix(vertices);
    for (std::size_t row = 0; row < edges.shape(0); ++row) {
        if (edges(row, 0) != edges(row, 1)) matrix.add_edge(edges(row, 0), edges(row, 1));
    }
    return matrix;
}

}  // namespace

graph::Graph matrix_of(std::size_t vertices, const Edges& edges) {
    expect_at_most(graph::max_vertices, vertices);
    check(vertices, edges);
    return matrix_of_checked(vertices, edges);
}

AnyGraph graph_of(std::size_t vertices, const Edges& edges) {
    expect_at_most(graph::max_sparse_vertices, vertices);
    check(vertices, edges);
    if (graph::is_better_as_matrix(vertices, edges.shape(0))) return matrix_of_checked(vertices, edges);
    std::vector<graph::SparseGraph::Edge> list;
    list.reserve(edges.shape(0));
    for (std::size_t row = 0; row < edges.shape(0); ++row) list.push_back({edges(row, 0), edges(row, 1)});
    return graph::SparseGraph(vertices, list);
}

std::vector<bool> loops_of(std::size_t vertices, const Edges& edges) {
    std::vector<bool> loops;
    for (std::size_t row = 0; row < edges.shape(0); ++row) {
        if (edges(row, 0) != edges(row, 1)) continue;
        loops.resize(vertices);
        loops[edges(row, 0)] = true;
    }
    return loops;
}

}  // namespace scrump::python

#include <scrump/problems/graph/ext/describe.hpp>

#include <scrump/base/digest.hpp>

#include <cstddef>
#include <span>

namespace scrump::graph {

std::string describe(const Graph& graph) {
    std::string rows;  // their digests: a copy of a large graph would not be welcome
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) rows += digest(graph.row(vertex));
    return "a graph with " + std::to_string(graph.size()) + " vertices and " + std::to_string(graph.edges()) +
           " edges, " + digest(rows);
}

std::string describe(const SparseGraph& graph) {
    return "a sparse graph with " + std::to_string(graph.size()) + " vertices and " + std::to_string(graph.edges()) +
           " edges, " + digest(graph.starts()) + digest(graph.lists());
}

}  // namespace scrump::graph

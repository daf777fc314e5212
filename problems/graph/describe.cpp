#include <scrump/problems/graph/describe.hpp>

#include <scrump/base/digest.hpp>

#include <cstddef>
#include <span>

namespace scrump::graph {

std::string describe(const Graph& graph) {
    std::string rows;  // their digests: a copy of a large graph would not be welcome
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) {
        const auto row = std::as_bytes(graph.row(vertex));
        rows += digest({reinterpret_cast<const char*>(row.data()), row.size()});
    }
    return "a graph with " + std::to_string(graph.size()) + " vertices and " + std::to_string(graph.edges()) +
           " edges, " + digest(rows);
}

}  // namespace scrump::graph

#include <scrump/problems/mcs/space.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace scrump::mcs {

namespace {

// The vertices that distinguish most are those with the rarer kind of pairs in the other graph (McCreesh, Prosser and
// Trimble 2017): many neighbours where it is sparse, few where it is dense.
bool is_dense(const graph::Graph& graph) {
    return graph.density() > 0.5;
}

const graph::Graph& within_limit(const graph::Graph& graph) {
    if (graph.size() > max_vertices)
        throw Error("common subgraph: a graph has " + std::to_string(graph.size()) + " vertices; at most " +
                    std::to_string(max_vertices) + " can be searched");
    return graph;
}

}  // namespace

Side::Side(const graph::Graph& graph, bool rising)
    : order_(within_limit(graph).size()), matrix_(graph.size() * graph.size()) {
    std::vector<std::size_t> degrees(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) degrees[v] = graph.degree(v);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
        return rising ? degrees[a] < degrees[b] : degrees[a] > degrees[b];
    });
    std::uint8_t* element = matrix_.data();
    for (const std::size_t a : order_)
        for (const std::size_t b : order_)
            *element++ = a == b ? itself : static_cast<std::uint8_t>(graph.adjacent(a, b));
}

Space::Space(const graph::Graph& first, const graph::Graph& second, bool connected)
    : swapped_(first.size() > second.size()),
      connected_(connected),
      left_(swapped_ ? second : first, is_dense(swapped_ ? first : second)),
      right_(swapped_ ? first : second, is_dense(swapped_ ? second : first)) {}

}  // namespace scrump::mcs

#include <scrump/problems/graph/cores.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrump::graph {

// The order is sorted by what degrees the vertices have left, `first[d]` being the place of the first that has at least
// d. A neighbour that loses a degree changes places with the first of its bucket, which then begins one place later.
Cores cores_of(const SparseGraph& graph) {
    const std::size_t vertices = graph.size();
    Cores cores{std::vector<SparseGraph::Vertex>(vertices), std::vector<std::uint32_t>(vertices)};
    std::vector<std::uint32_t>& degrees = cores.numbers;
    std::uint32_t greatest = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
        degrees[v] = static_cast<std::uint32_t>(graph.degree(v));
        greatest = std::max(greatest, degrees[v]);
    }
    std::vector<std::uint32_t> first(std::size_t{greatest} + 2);
    for (const std::uint32_t degree : degrees) ++first[degree + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> places(vertices);
    for (std::size_t v = 0; v < vertices; ++v) {
        places[v] = first[degrees[v]]++;
        cores.order[places[v]] = static_cast<SparseGraph::Vertex>(v);
    }
    std::copy_backward(first.begin(), first.end() - 1, first.end());
    first.front() = 0;

    for (std::size_t i = 0; i < vertices; ++i) {
        if (i % 4096 == 0) Deadline::look();
        const SparseGraph::Vertex taken = cores.order[i];
        for (const SparseGraph::Vertex neighbour : graph.neighbours(taken)) {
            std::uint32_t& degree = degrees[neighbour];
            if (degree <= degrees[taken]) continue;  // taken away already, or in this core and no further
            const std::uint32_t head = first[degree]++;
            const SparseGraph::Vertex other = cores.order[head];
            std::swap(cores.order[head], cores.order[places[neighbour]]);
            places[other] = std::exchange(places[neighbour], head);
            --degree;
        }
    }
    return cores;
}

}  // namespace scrump::graph

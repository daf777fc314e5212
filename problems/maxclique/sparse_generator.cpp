#include <scrump/problems/maxclique/detail/sparse_generator.hpp>

namespace scrump::maxclique::detail {

void LaterNeighbours::take(const OrderedGraph& graph, std::uint32_t first, std::size_t degree) {
    vertices_ = graph.later(first);
    degrees_.assign(vertices_.size(), 0);
    left_.clear();
    if (vertices_.size() <= degree) return;
    collect_edges(graph);
    peel(degree);
}

void LaterNeighbours::collect_edges(const OrderedGraph& graph) {
    if (numbers_.size() < graph.size()) numbers_.resize(graph.size());
    std::uint32_t number = 0;
    for (const OrderedGraph::Vertex vertex : vertices_) numbers_[vertex] = ++number;
    edges_.clear();
    for (std::uint32_t a = 0; a < vertices_.size(); ++a) {
        for (const OrderedGraph::Vertex later : graph.later(vertices_[a])) {
            if (numbers_[later] == 0) continue;
            const std::uint32_t b = numbers_[later] - 1;
            edges_.push_back({a, b});
            ++degrees_[a];
            ++degrees_[b];
        }
    }
    for (const OrderedGraph::Vertex vertex : vertices_) numbers_[vertex] = 0;
}

// The edges of vertices that go are found by going through all edges again, which few rounds suffice for.
void LaterNeighbours::peel(std::size_t degree) {
    for (bool changed = true; changed;) {
        const auto gone = [&](std::uint32_t vertex) { return degrees_[vertex] < degree; };
        const std::size_t before = edges_.size();
        std::size_t kept = 0;
        for (const Edge edge : edges_) {
            if (gone(edge.a) || gone(edge.b)) {
                --degrees_[edge.a];
                --degrees_[edge.b];
            } else {
                edges_[kept++] = edge;
            }
        }
        edges_.resize(kept);
        changed = kept < before;
    }
    for (std::uint32_t vertex = 0; vertex < vertices_.size(); ++vertex)
        if (degrees_[vertex] >= degree) left_.push_back(vertex);
    if (left_.size() <= degree) left_.clear();
}

std::vector<OrderedGraph::Vertex> LaterNeighbours::vertices() const {
    std::vector<OrderedGraph::Vertex> vertices;
    vertices.reserve(left_.size());
    for (const std::uint32_t vertex : left_) vertices.push_back(vertices_[vertex]);
    return vertices;
}

graph::Graph LaterNeighbours::dense() const {
    std::vector<std::uint32_t> numbers(vertices_.size());
    for (std::uint32_t i = 0; i < left_.size(); ++i) numbers[left_[i]] = i;
    graph::Graph dense(left_.size());
    for (const auto& [a, b] : edges_) dense.add_edge(numbers[a], numbers[b]);
    return dense;
}

}  // namespace scrump::maxclique::detail

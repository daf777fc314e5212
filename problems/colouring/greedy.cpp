#include <scrump/problems/colouring/ext/greedy.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <utility>

namespace scrump::colouring {

Colouring colour_greedily(const graph::Graph& graph) {
    struct Vertex {
        bool coloured = false;
        std::size_t saturation = 0;
        std::size_t degree = 0;
        std::vector<bool> taken{};  ///< colours of neighbours
    };
    std::vector<Vertex> vertices(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) vertices[v].degree = graph.degree(v);
    const auto worse = [](const Vertex& a, const Vertex& b) {
        if (a.coloured != b.coloured) return a.coloured;
        return std::pair(a.saturation, a.degree) < std::pair(b.saturation, b.degree);
    };
    Colouring colouring(graph.size());
    for (std::size_t step = 0; step < graph.size(); ++step) {
        if (step % 256 == 255) Deadline::look();
        const auto next = std::max_element(vertices.begin(), vertices.end(), worse);
        const auto v = static_cast<std::size_t>(next - vertices.begin());
        const auto colour =
            static_cast<std::size_t>(std::find(next->taken.begin(), next->taken.end(), false) - next->taken.begin());
        colouring[v] = colour;
        next->coloured = true;
        for (std::size_t other = 0; other < graph.size(); ++other) {
            if (!graph.adjacent(v, other)) continue;
            std::vector<bool>& taken = vertices[other].taken;
            if (taken.size() <= colour) taken.resize(colour + 1);
            if (taken[colour]) continue;
            taken[colour] = true;
            ++vertices[other].saturation;
        }
    }
    return colouring;
}

}  // namespace scrump::colouring

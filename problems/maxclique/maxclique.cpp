#include <scrump/problems/maxclique/maxclique.hpp>

namespace scrump::maxclique {

bool is_clique(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (vertices[i] >= graph.size()) return false;
        for (std::size_t j = 0; j < i; ++j)
            if (vertices[i] == vertices[j] || !graph.adjacent(vertices[i], vertices[j])) return false;
    }
    return true;
}

}  // namespace scrump::maxclique

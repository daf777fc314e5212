#include <scrump/problems/maxclique/detail/maxclique.hpp>

#include <scrump/base/memory.hpp>

#include <cstdint>
#include <string>

namespace scrump::maxclique {

void detail::throw_no_rows(std::size_t vertices, std::size_t bytes) {
    throw OutOfMemory("the renumbered matrix of " + std::to_string(vertices) + " vertices", bytes);
}

// Row by row: a clique may have tens of thousands of vertices.
bool is_clique(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    constexpr std::size_t bits = graph::Graph::word_bits;
    const auto members = graph::as_row(graph, vertices);
    if (!members) return false;
    for (const std::size_t vertex : vertices) {
        const auto row = graph.row(vertex);
        std::uint64_t strangers = 0;
        for (std::size_t w = 0; w < row.size(); ++w) {
            const std::uint64_t self = w == vertex / bits ? std::uint64_t{1} << (vertex % bits) : 0;
            strangers |= (*members)[w] & ~row[w] & ~self;
        }
        if (strangers != 0) return false;
    }
    return true;
}

}  // namespace scrump::maxclique

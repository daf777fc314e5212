#include <scrump/problems/maxclique/maxclique.hpp>

#include <scrump/base/memory.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump::maxclique {

void detail::throw_no_rows(std::size_t vertices, std::size_t bytes) {
    throw OutOfMemory("the renumbered matrix of " + std::to_string(vertices) + " vertices", bytes);
}

// Row by row: a clique may have tens of thousands of vertices.
bool is_clique(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    constexpr std::size_t bits = graph::Graph::word_bits;
    std::vector<std::uint64_t> members((graph.size() + bits - 1) / bits);
    for (const std::size_t vertex : vertices) {
        if (vertex >= graph.size()) return false;
        const std::uint64_t bit = std::uint64_t{1} << (vertex % bits);
        if ((members[vertex / bits] & bit) != 0) return false;
        members[vertex / bits] |= bit;
    }
    for (const std::size_t vertex : vertices) {
        const auto row = graph.row(vertex);
        std::uint64_t strangers = 0;
        for (std::size_t w = 0; w < row.size(); ++w) {
            const std::uint64_t self = w == vertex / bits ? std::uint64_t{1} << (vertex % bits) : 0;
            strangers |= members[w] & ~row[w] & ~self;
        }
        if (strangers != 0) return false;
    }
    return true;
}

}  // namespace scrump::maxclique

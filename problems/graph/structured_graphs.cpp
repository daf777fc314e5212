#include <scrump/problems/graph/structured_graphs.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

namespace scrump::graph {
namespace {

/// The graph on `vertices` in which two are adjacent when `adjacent` says so of them.
template <class Vertex, class Adjacent>
Graph graph_of(const std::vector<Vertex>& vertices, Adjacent adjacent) {
    Graph graph(vertices.size());
    for (std::size_t a = 0; a < vertices.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (adjacent(vertices[a], vertices[b])) graph.add_edge(a, b);
    return graph;
}

Graph code_graph(const std::vector<std::uint32_t>& words, unsigned distance) {
    return graph_of(words, [distance](std::uint32_t a, std::uint32_t b) {
        return static_cast<unsigned>(std::popcount(a ^ b)) >= distance;
    });
}

/// Whether two words over Z4, two bits a digit, are adjacent in the Keller graph. Digits differ by 2 exactly
/// when their exclusive or is binary 10, so that the exclusive or of the words tells.
bool keller_adjacent(std::uint32_t a, std::uint32_t b) {
    constexpr std::uint32_t low_bits = 0x5555'5555;
    const std::uint32_t low = (a ^ b) & low_bits;
    const std::uint32_t high = ((a ^ b) >> 1) & low_bits;
    return (high & ~low) != 0 && std::popcount(high | low) >= 2;
}

/// Bose's system on Z_m × Z_3, m odd, point (x, layer) numbered layer · m + x: the triples (x, 0) (x, 1) (x,
/// 2), and (x, layer) (y, layer) ((x + y) / 2, layer + 1).
SteinerTripleSystem bose_system(std::size_t m) {
    SteinerTripleSystem triples;
    const std::size_t half = (m + 1) / 2;  // of 1, modulo m
    for (std::size_t layer = 0; layer < 3; ++layer)
        for (std::size_t x = 0; x < m; ++x)
            for (std::size_t y = x + 1; y < m; ++y)
                triples.push_back({layer * m + x, layer * m + y, (layer + 1) % 3 * m + (x + y) * half % m});
    for (std::size_t x = 0; x < m; ++x) triples.push_back({x, m + x, 2 * m + x});
    return triples;
}

/// The system on three copies of the points: the triples of each copy; for each of them the six ways of
/// taking one point from each copy; and each point with its copies. In the order of DIMACS's files.
SteinerTripleSystem tripled(const SteinerTripleSystem& system, std::size_t points) {
    SteinerTripleSystem triples;
    for (std::size_t copy = 0; copy < 3; ++copy)
        for (const auto& [x, y, z] : system)
            triples.push_back({copy * points + x, copy * points + y, copy * points + z});
    std::array<std::size_t, 3> order = {0, 1, 2};
    do {
        for (const auto& triple : system)
            triples.push_back({triple[order[0]], points + triple[order[1]], 2 * points + triple[order[2]]});
    } while (std::next_permutation(order.begin(), order.end()));
    for (std::size_t x = 0; x < points; ++x) triples.push_back({x, points + x, 2 * points + x});
    return triples;
}

}  // namespace

Graph hamming_graph(unsigned n, unsigned d) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t word = 0; word < std::uint32_t{1} << n; ++word) words.push_back(word);
    return code_graph(words, d);
}

Graph johnson_graph(unsigned n, unsigned w, unsigned d) {
    // Gosper's step from one word of weight w to the next larger; 64 bits, lest the last step overflow.
    std::vector<std::uint32_t> words;
    if (w == 0) words.push_back(0);
    for (std::uint64_t word = (std::uint64_t{1} << w) - 1; w > 0 && word < std::uint64_t{1} << n;) {
        words.push_back(static_cast<std::uint32_t>(word));
        const std::uint64_t lowest = word & (~word + 1);
        const std::uint64_t carried = word + lowest;
        word = carried | ((word ^ carried) >> 2) / lowest;
    }
    return code_graph(words, d);
}

std::size_t johnson_vertices(unsigned n, unsigned w) {
    if (w > n) return 0;
    std::size_t count = 1;
    for (unsigned i = 1; i <= w; ++i) count = count * (n - w + i) / i;
    return count;
}

Graph keller_graph(unsigned dim) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t word = 0; word < std::uint32_t{1} << (2 * dim); ++word)
        if (keller_adjacent(word, 0)) words.push_back(word);
    return graph_of(words, keller_adjacent);
}

std::optional<SteinerTripleSystem> steiner_triple_system(std::size_t points) {
    if (points == 3) return SteinerTripleSystem{{0, 1, 2}};
    if (points == 15) return bose_system(5);
    if (points == 0 || points % 3 != 0) return std::nullopt;
    const auto third = steiner_triple_system(points / 3);
    if (!third) return std::nullopt;
    return tripled(*third, points / 3);
}

Graph steiner_cover_graph(std::size_t points) {
    const auto system = steiner_triple_system(points);
    if (!system) throw std::invalid_argument("no such Steiner triple system");
    Graph complement(points + 3 * system->size());
    std::size_t corner = points;
    for (const auto& triple : *system) {
        complement.add_edge(corner, corner + 1);
        complement.add_edge(corner, corner + 2);
        complement.add_edge(corner + 1, corner + 2);
        for (const std::size_t point : triple) complement.add_edge(corner++, point);
    }
    Graph graph(complement.size());
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (!complement.adjacent(a, b)) graph.add_edge(a, b);
    return graph;
}

}  // namespace scrump::graph

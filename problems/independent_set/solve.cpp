#include <scrump/problems/independent_set/solve.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace scrump::independent_set {
namespace {

/// The vertices of a graph of `size` vertices that are not among `vertices`; these ascending.
Vertices others(std::size_t size, const Vertices& vertices) {
    Vertices rest;
    rest.reserve(size - vertices.size());
    auto next = vertices.begin();
    for (std::size_t v = 0; v < size; ++v) {
        if (next != vertices.end() && *next == v) {
            ++next;
        } else {
            rest.push_back(v);
        }
    }
    return rest;
}

}  // namespace

IndependentSet find_maximum_independent_set(const graph::Graph& graph, const Settings& settings) {
    maxclique::MaximumClique clique = maxclique::find_maximum_clique(complement(graph), settings);
    if (!is_independent_set(graph, clique.clique)) {
        throw std::logic_error("independent set: two vertices of the answer are adjacent; this is a defect of Scrump");
    }
    return {clique.status, std::move(clique.clique), std::move(clique.statistics)};
}

VertexCover find_minimum_vertex_cover(const graph::Graph& graph, const Settings& given) {
    // What is told is told of covers.
    const auto outside_of = [size = static_cast<double>(graph.size())](double vertices) { return size - vertices; };
    Settings settings = given;
    if (given.search.progress) {
        settings.search.progress = [&](Progress now) {
            if (now.incumbent) now.incumbent = outside_of(*now.incumbent);
            if (now.bound) now.bound = outside_of(*now.bound);
            given.search.progress(now);
        };
    }
    IndependentSet outside = find_maximum_independent_set(graph, settings);
    for (Improvement& each : outside.statistics.incumbents) each.objective = outside_of(each.objective);
    if (outside.statistics.bound) outside.statistics.bound = outside_of(*outside.statistics.bound);
    Vertices cover = others(graph.size(), outside.vertices);
    if (!is_vertex_cover(graph, cover)) {
        throw std::logic_error("vertex cover: the answer leaves an edge out; this is a defect of Scrump");
    }
    return {outside.status, std::move(cover), std::move(outside.statistics)};
}

// Row by row: a set may have tens of thousands of vertices.
bool is_independent_set(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    constexpr std::size_t bits = graph::Graph::word_bits;
    std::vector<std::uint64_t> members((graph.size() + bits - 1) / bits);
    for (const std::size_t vertex : vertices) {
        if (vertex >= graph.size()) return false;
        const std::uint64_t bit = std::uint64_t{1} << (vertex % bits);
        if ((members[vertex / bits] & bit) != 0) return false;
        members[vertex / bits] |= bit;
    }
    return std::ranges::all_of(vertices, [&](std::size_t vertex) {
        const auto row = graph.row(vertex);
        std::uint64_t adjacent = 0;
        for (std::size_t w = 0; w < row.size(); ++w) adjacent |= members[w] & row[w];
        return adjacent == 0;
    });
}

bool is_vertex_cover(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    constexpr std::size_t word_bits = graph::Graph::word_bits;
    std::vector<std::uint64_t> cover((graph.size() + word_bits - 1) / word_bits);
    const auto covers = [&](std::size_t v) { return ((cover[v / word_bits] >> (v % word_bits)) & 1) != 0; };
    for (const std::size_t vertex : vertices) {
        if (vertex >= graph.size() || covers(vertex)) return false;
        cover[vertex / word_bits] |= std::uint64_t{1} << (vertex % word_bits);
    }
    for (std::size_t v = 0; v < graph.size(); ++v) {
        if (covers(v)) continue;
        const auto row = graph.row(v);
        for (std::size_t w = 0; w < row.size(); ++w)
            if ((row[w] & ~cover[w]) != 0) return false;
    }
    return true;
}

}  // namespace scrump::independent_set

#pragma once
// Graphs for the clique tests, and the slow and simple search that the quick one is held against.

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/search/options.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <problems/random_graph.hpp>

namespace scrump::maxclique::test {

using scrump::test::random_graph;

inline const SearchOptions one_worker{.skeleton = Skeleton::sequential()};

/// The same graph on more vertices, spread out so that its rows have gaps; the new ones have no edges.
inline graph::Graph spread(const graph::Graph& graph, std::size_t factor) {
    graph::Graph wide(graph.size() * factor);
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (graph.adjacent(a, b)) wide.add_edge(a * factor, b * factor);
    return wide;
}

/// `parts` independent sets of `part` vertices, numbered in turns, with edges of this density between them, and a
/// clique with a vertex of each: no larger one exists, but greedy colourings need more colours.
inline graph::Graph partite(std::size_t parts, std::size_t part, double density, std::uint64_t seed) {
    const std::size_t vertices = parts * part;
    const graph::Graph random = random_graph(vertices, density, seed);
    graph::Graph graph(vertices);
    for (std::size_t a = 0; a < vertices; ++a)
        for (std::size_t b = 0; b < a; ++b) {
            if (a % parts == b % parts) continue;
            const bool planted = a / parts == a % parts % part && b / parts == b % parts % part;
            if (planted || random.adjacent(a, b)) graph.add_edge(a, b);
        }
    return graph;
}

/// Counts all cliques by size, the empty one among them: `counts[k]` of k vertices. The definition, written out.
inline void count_cliques(const graph::Graph& graph, std::vector<std::size_t>& clique, std::size_t next,
                          std::vector<std::uint64_t>& counts) {
    if (counts.size() <= clique.size()) counts.resize(clique.size() + 1);
    ++counts[clique.size()];
    for (std::size_t v = next; v < graph.size(); ++v) {
        bool fits = true;
        for (const std::size_t member : clique) fits = fits && graph.adjacent(v, member);
        if (!fits) continue;
        clique.push_back(v);
        count_cliques(graph, clique, v + 1, counts);
        clique.pop_back();
    }
}

inline std::vector<std::uint64_t> count_cliques(const graph::Graph& graph) {
    std::vector<std::size_t> clique;
    std::vector<std::uint64_t> counts;
    count_cliques(graph, clique, 0, counts);
    return counts;
}

/// The graph of a DIMACS file that is known to be well-formed.
inline graph::Graph read(const std::filesystem::path& path) {
    std::ifstream file(path);
    graph::Graph graph;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        char kind = 'c';
        words >> kind;
        std::size_t a = 0;
        std::size_t b = 0;
        std::string format;
        if (kind == 'p' && words >> format >> a) graph = graph::Graph(a);
        if (kind == 'e' && words >> a >> b) graph.add_edge(a - 1, b - 1);
    }
    return graph;
}

}  // namespace scrump::maxclique::test

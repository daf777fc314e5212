#include <scrump/problems/sip/detail/matching.hpp>

#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

#include <algorithm>
#include <bit>

namespace scrump::sip {
Edges some_disjoint_edges(const graph::Graph& graph, std::span<const std::uint64_t> within) {
    std::vector<std::uint64_t> left(within.begin(), within.end());
    Edges edges;
    for_each_of(within, [&](std::size_t vertex) {
        const std::uint64_t bit = std::uint64_t{1} << (vertex % graph::Graph::word_bits);
        if ((left[vertex / graph::Graph::word_bits] & bit) == 0) return;
        left[vertex / graph::Graph::word_bits] &= ~bit;
        const auto row = graph.row(vertex);
        for (std::size_t w = 0; w < std::min(row.size(), left.size()); ++w) {
            const std::uint64_t free = row[w] & left[w];
            if (free == 0) continue;
            left[w] &= ~(free & -free);
            const std::size_t other = w * graph::Graph::word_bits + static_cast<std::size_t>(std::countr_zero(free));
            edges.emplace_back(static_cast<std::uint32_t>(vertex), static_cast<std::uint32_t>(other));
            return;
        }
    });
    return edges;
}

Edges most_disjoint_edges(const graph::Graph& graph, std::span<const std::uint64_t> within) {
    using Sparse = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> places(graph.size());
    for_each_of(within, [&](std::size_t vertex) {
        places[vertex] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back(static_cast<std::uint32_t>(vertex));
    });
    Sparse sparse(vertices.size());
    std::vector<std::uint64_t> among(within.size());
    for (const std::uint32_t vertex : vertices) {
        const auto row = graph.row(vertex);
        for (std::size_t w = 0; w < among.size(); ++w) among[w] = w < row.size() ? row[w] & within[w] : 0;
        for_each_of(among, [&](std::size_t other) {
            if (other > vertex) boost::add_edge(places[vertex], places[other], sparse);
        });
    }
    std::vector<boost::graph_traits<Sparse>::vertex_descriptor> mates(vertices.size());
    const auto index = boost::get(boost::vertex_index, sparse);
    boost::matching<Sparse, decltype(mates.data()), decltype(index), boost::edmonds_augmenting_path_finder,
                    boost::extra_greedy_matching, boost::no_matching_verifier>(sparse, mates.data(), index);
    Edges edges;
    for (std::size_t place = 0; place < mates.size(); ++place)
        if (mates[place] < mates.size() && mates[place] > place)
            edges.emplace_back(vertices[place], vertices[mates[place]]);
    return edges;
}

}  // namespace scrump::sip

#include <scrump/problems/maxclique/ext/greedy.hpp>

#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace scrump::maxclique {

Clique greedy_clique(const graph::Graph& graph, std::span<const Weight> weights) {
    constexpr std::size_t bits = graph::Graph::word_bits;
    std::vector<std::size_t> order(graph.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!weights.empty()) std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t v) { return weights[v]; });
    std::vector<std::uint64_t> fitting((graph.size() + bits - 1) / bits, ~std::uint64_t{0});
    Clique clique;
    for (const std::size_t vertex : order) {
        if ((fitting[vertex / bits] >> (vertex % bits) & 1) == 0) continue;
        clique.push_back(vertex);
        const auto row = graph.row(vertex);
        for (std::size_t w = 0; w < row.size(); ++w) fitting[w] &= row[w];
    }
    std::ranges::sort(clique);
    return clique;
}

Clique greedy_clique(const graph::SparseGraph& graph) {
    if (graph.size() == 0) return {};
    std::size_t hub = 0;
    for (std::size_t v = 1; v < graph.size(); ++v)
        if (graph.degree(v) > graph.degree(hub)) hub = v;
    Clique clique = {hub};
    for (const std::size_t vertex : graph.neighbours(hub)) {
        const auto beside = [&](std::size_t member) { return graph.adjacent(vertex, member); };
        if (std::ranges::all_of(clique, beside)) clique.push_back(vertex);
    }
    std::ranges::sort(clique);
    return clique;
}

}  // namespace scrump::maxclique

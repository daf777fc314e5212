#include <scrump/problems/maxclique/weighted_order.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace scrump::maxclique {
namespace {

/// What the neighbours of each vertex weigh.
std::vector<Weight> weights_around(const graph::Graph& graph, std::span<const Weight> weights) {
    std::vector<Weight> around(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) {
        const auto row = graph.row(v);
        for (std::size_t w = 0; w < row.size(); ++w)
            for (std::uint64_t left = row[w]; left != 0; left &= left - 1)
                around[v] += weights[w * graph::Graph::word_bits + static_cast<std::size_t>(std::countr_zero(left))];
    }
    return around;
}

}  // namespace

std::vector<std::size_t> weighted_order(const graph::Graph& graph, std::span<const Weight> weights) {
    // Found by trial. More of a vertex's own weight is worse, none at all somewhat worse.
    const double own = static_cast<double>(graph.size()) / 64;
    std::vector<Weight> around = weights_around(graph, weights);
    const auto rank = [&](std::size_t v) {
        return static_cast<double>(around[v]) - own * static_cast<double>(weights[v]);
    };
    std::vector<std::size_t> left(graph.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    std::vector<std::size_t> order(graph.size());
    for (std::size_t place = graph.size(); place-- > 0;) {
        const auto chosen =
            std::min_element(left.begin(), left.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
        const std::size_t vertex = order[place] = *chosen;
        *chosen = left.back();
        left.pop_back();
        for (const std::size_t v : left)
            if (graph.adjacent(v, vertex)) around[v] -= weights[vertex];
    }
    return order;
}

}  // namespace scrump::maxclique

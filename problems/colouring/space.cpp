#include <scrump/problems/colouring/detail/space.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <bit>
#include <string>

namespace scrump::colouring {

namespace {

std::vector<std::size_t> clique_first(const graph::Graph& graph, std::span<const std::size_t> clique) {
    std::vector<std::size_t> order(clique.begin(), clique.end());
    std::vector<std::size_t> degrees(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) {
        degrees[v] = graph.degree(v);
        if (std::find(clique.begin(), clique.end(), v) == clique.end()) order.push_back(v);
    }
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(clique.size()), order.end(),
                     [&](std::size_t a, std::size_t b) { return degrees[a] > degrees[b]; });
    return order;
}

}  // namespace

Space::Space(const graph::Graph& graph, std::span<const std::size_t> clique, std::size_t known, std::size_t fewest,
             const Weighting& weighting)
    : clique_(clique.size()),
      most_colours_(static_cast<std::int32_t>(known) - 1),
      fewest_colours_(static_cast<std::int32_t>(fewest)),
      words_(std::max<std::size_t>((graph.size() + 63) / 64, 1)),
      digits_(static_cast<std::size_t>(std::bit_width(std::max(known, clique.size() + 1)))),
      total_weight_(weighting.total()),
      capacity_(weighting.capacity) {
    if (graph.size() > max_vertices)
        throw Error("colouring: the graph has " + std::to_string(graph.size()) + " vertices; at most " +
                    std::to_string(max_vertices) + " can be searched");
    order_ = clique_first(graph, clique);
    if (!weighting.weights.empty())
        for (const std::size_t v : order_) weights_.push_back(weighting.weights[v]);
    rows_.resize(graph.size() * words_);
    for (std::size_t a = 0; a < order_.size(); ++a)
        for (std::size_t b = 0; b < order_.size(); ++b)
            if (graph.adjacent(order_[a], order_[b])) rows_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
}

}  // namespace scrump::colouring

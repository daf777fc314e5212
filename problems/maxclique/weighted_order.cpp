#include <scrump/problems/maxclique/detail/weighted_order.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>

namespace scrump::maxclique {
namespace {

template <class Visit>
void for_each_element(std::size_t words, const auto& word_of, const Visit& visit) {
    for (std::size_t w = 0; w < words; ++w)
        for (std::uint64_t left = word_of(w); left != 0; left &= left - 1)
            visit(w * graph::Graph::word_bits + static_cast<std::size_t>(std::countr_zero(left)));
}

/// The vertices that have no place yet, in a list from which the one of least rank is taken: the least rank of each
/// block of the list is kept at hand, as ranks only fall.
class Left {
  public:
    explicit Left(std::vector<double> ranks)
        : ranks_(std::move(ranks)),
          vertices_(ranks_.size()),
          places_(ranks_.size()),
          left_((ranks_.size() + 63) / 64),
          least_((ranks_.size() + block - 1) / block) {
        std::iota(vertices_.begin(), vertices_.end(), std::size_t{0});
        std::iota(places_.begin(), places_.end(), std::size_t{0});
        for (const std::size_t v : vertices_) left_[v / 64] |= std::uint64_t{1} << (v % 64);
        for (std::size_t i = 0; i < least_.size(); ++i) look_at_block(i);
    }

    /// The first one in the list of those of least rank; the last one takes its place.
    std::size_t take() {
        const std::size_t in = static_cast<std::size_t>(std::ranges::min_element(least_) - least_.begin());
        const auto first = ranks_.begin() + static_cast<std::ptrdiff_t>(in * block);
        const auto place = static_cast<std::size_t>(std::find(first, ranks_.end(), least_[in]) - ranks_.begin());
        const std::size_t vertex = vertices_[place];
        left_[vertex / 64] &= ~(std::uint64_t{1} << (vertex % 64));
        vertices_[place] = vertices_.back();
        ranks_[place] = ranks_.back();
        places_[vertices_[place]] = place;
        vertices_.pop_back();
        ranks_.pop_back();
        look_at_block(ranks_.size() / block);
        if (place < ranks_.size()) look_at_block(in);
        return vertex;
    }

    /// Calls `visit` for all neighbours of a vertex that are left.
    template <class Visit>
    void for_each_neighbour(const graph::Graph& graph, std::size_t vertex, const Visit& visit) const {
        const auto row = graph.row(vertex);
        for_each_element(
            row.size(), [&](std::size_t w) { return row[w] & left_[w]; }, visit);
    }

    void lower_rank(std::size_t vertex, double rank) {
        const std::size_t place = places_[vertex];
        ranks_[place] = rank;
        least_[place / block] = std::min(least_[place / block], rank);
    }

  private:
    static constexpr std::size_t block = 256;

    void look_at_block(std::size_t i) {
        const std::size_t begin = std::min(i * block, ranks_.size());
        const std::size_t end = std::min(begin + block, ranks_.size());
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t place = begin; place < end; ++place) least = std::min(least, ranks_[place]);
        if (i < least_.size()) least_[i] = least;
    }

    std::vector<double> ranks_;          // by place in the list
    std::vector<std::size_t> vertices_;  // the list
    std::vector<std::size_t> places_;    // of each vertex in it
    std::vector<std::uint64_t> left_;    // the same vertices as bits
    std::vector<double> least_;          // rank in each block of the list
};

/// What the neighbours of each vertex weigh.
std::vector<Weight> weights_around(const graph::Graph& graph, std::span<const Weight> weights) {
    std::vector<Weight> around(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) {
        Deadline::look();
        const auto row = graph.row(v);
        for_each_element(
            row.size(), [&](std::size_t w) { return row[w]; }, [&](std::size_t u) { around[v] += weights[u]; });
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
    std::vector<double> ranks(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) ranks[v] = rank(v);
    Left left(std::move(ranks));
    std::vector<std::size_t> order(graph.size());
    for (std::size_t place = graph.size(); place-- > 0;) {
        Deadline::look();
        const std::size_t vertex = order[place] = left.take();
        left.for_each_neighbour(graph, vertex, [&](std::size_t v) {
            around[v] -= weights[vertex];
            left.lower_rank(v, rank(v));
        });
    }
    return order;
}

}  // namespace scrump::maxclique

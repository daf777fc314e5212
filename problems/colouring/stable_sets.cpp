#include <scrump/problems/colouring/detail/stable_sets.hpp>

#include <algorithm>
#include <bit>

namespace scrump::colouring {

namespace {

using Words = std::vector<std::uint64_t>;

/// The vertices are numbered by decreasing weight.
class HeaviestSearch {
  public:
    HeaviestSearch(const graph::Graph& graph, std::span<const Weight> weights, Weight than, Effort& effort)
        : order_(vertices_by_weight(weights)), words_((order_.size() + 63) / 64), effort_(effort), best_(than) {
        rows_.assign(order_.size() * words_, 0);
        for (std::size_t a = 0; a < order_.size(); ++a) {
            weights_.push_back(weights[order_[a]]);
            for (std::size_t b = 0; b < order_.size(); ++b)
                if (graph.adjacent(order_[a], order_[b])) rows_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
        }
        effort_.spend(static_cast<std::int64_t>(order_.size() * order_.size() / 2));
    }

    Heaviest run() {
        Words all(words_, 0);
        for (std::size_t v = 0; v < order_.size(); ++v) all[v / 64] |= std::uint64_t{1} << (v % 64);
        branch(all, 0);
        Heaviest result;
        result.proved = !effort_.over();
        if (found_.empty()) return result;
        result.set.weight = best_;
        for (const std::size_t v : found_) result.set.vertices.push_back(order_[v]);
        return result;
    }

  private:
    const std::uint64_t* row(std::size_t vertex) const { return rows_.data() + vertex * words_; }

    void branch(Words candidates, Weight weight) {
        if (effort_.over()) return;
        effort_.spend(200);
        if (weight > best_) {
            best_ = weight;
            found_ = taken_;
        }
        // Without one of the uncovered vertices no set is heavy enough.
        Words open = candidates;
        cover(open, best_ - weight);
        for (std::size_t w = 0; w < words_; ++w) {
            for (; open[w] != 0; open[w] &= open[w] - 1) {
                const std::size_t v = w * 64 + static_cast<std::size_t>(std::countr_zero(open[w]));
                candidates[w] &= ~(std::uint64_t{1} << (v % 64));
                Words rest = candidates;
                for (std::size_t i = 0; i < words_; ++i) rest[i] &= ~row(v)[i];
                taken_.push_back(v);
                branch(std::move(rest), weight + weights_[v]);
                taken_.pop_back();
            }
        }
    }

    /// Takes cliques out of `open` while their heaviest vertices weigh at most `room` together.
    void cover(Words& open, Weight room) {
        Words fits(words_);
        for (std::size_t from = 0; from < words_;) {
            if (open[from] == 0) {
                ++from;
                continue;
            }
            std::size_t v = from * 64 + static_cast<std::size_t>(std::countr_zero(open[from]));
            if ((room -= weights_[v]) < 0) return;
            fits = open;
            for (std::size_t w = from; w < words_;) {
                if (fits[w] == 0) {
                    ++w;
                    continue;
                }
                v = w * 64 + static_cast<std::size_t>(std::countr_zero(fits[w]));
                open[w] &= ~(std::uint64_t{1} << (v % 64));
                for (std::size_t i = w; i < words_; ++i) fits[i] &= row(v)[i];
                effort_.spend(static_cast<std::int64_t>(words_ + 2));
            }
        }
    }

    std::vector<std::size_t> order_;
    std::size_t words_;
    std::vector<Weight> weights_;
    Words rows_;
    Effort& effort_;
    Weight best_;
    std::vector<std::size_t> taken_;
    std::vector<std::size_t> found_;
};

}  // namespace

Heaviest find_heaviest(const graph::Graph& graph, std::span<const Weight> weights, Weight than, Effort& effort) {
    return HeaviestSearch(graph, weights, than, effort).run();
}

StableSet take_heaviest(const graph::Graph& graph, std::span<const Weight> weights,
                        std::span<const std::size_t> by_weight, std::size_t first) {
    StableSet set{weights[first], {first}};
    const auto row = graph.row(first);
    Words excluded(row.begin(), row.end());
    excluded[first / 64] |= std::uint64_t{1} << (first % 64);
    for (const std::size_t v : by_weight) {
        if (((excluded[v / 64] >> (v % 64)) & 1) != 0) continue;
        set.weight += weights[v];
        set.vertices.push_back(v);
        excluded[v / 64] |= std::uint64_t{1} << (v % 64);
        const auto others = graph.row(v);
        for (std::size_t w = 0; w < excluded.size(); ++w) excluded[w] |= others[w];
    }
    return set;
}

std::vector<std::size_t> vertices_by_weight(std::span<const Weight> weights) {
    std::vector<std::size_t> order;
    for (std::size_t v = 0; v < weights.size(); ++v)
        if (weights[v] > 0) order.push_back(v);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    return order;
}

}  // namespace scrump::colouring

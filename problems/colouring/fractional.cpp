#include <scrump/problems/colouring/detail/fractional.hpp>

#include <scrump/problems/colouring/detail/covering.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace scrump::colouring {

namespace {

constexpr Weight one = Weight{1} << 24;           // the price of a column
constexpr Weight tolerated = one + one / 50'000;  // columns of this price are not worth a pivot

class ColumnGeneration {
  public:
    ColumnGeneration(const graph::Graph& graph, std::size_t at_least, std::size_t enough, Effort& effort)
        : graph_(graph),
          at_least_(at_least),
          enough_(enough),
          effort_(effort),
          covering_(graph.size()),
          weights_(graph.size()) {}

    Weighting run() {
        while (!effort_.over() && best_.colours() < enough_) {
            effort_.spend(static_cast<std::int64_t>(graph_.size() * graph_.size() / 2));
            if (raise_negative_price()) continue;
            look_whether_it_helps();
            round_prices();
            std::optional<StableSet> column = expensive_by_greed();
            if (!column) column = most_expensive();
            if (!column || !covering_.enter(column->vertices)) break;
        }
        return std::move(best_);
    }

  private:
    bool raise_negative_price() {
        constexpr double almost_zero = -1e-7;
        const std::vector<double>& prices = covering_.prices();
        const auto least = std::min_element(prices.begin(), prices.end());
        return *least < almost_zero && covering_.enter_surplus(static_cast<std::size_t>(least - prices.begin()));
    }

    /// The value of the program falls to the fractional chromatic number. Weights that prove no better bound may still
    /// prune, but are not worth as much.
    void look_whether_it_helps() {
        constexpr std::int64_t worth = 200'000'000;
        const std::vector<double>& prices = covering_.prices();
        if (helps_ && std::accumulate(prices.begin(), prices.end(), 0.0) <= static_cast<double>(at_least_) + 1e-3) {
            helps_ = false;
            effort_.cut(worth);
        }
    }

    void round_prices() {
        for (std::size_t v = 0; v < weights_.size(); ++v)
            weights_[v] = static_cast<Weight>(std::floor(std::max(covering_.prices()[v], 0.0) * double{one}));
    }

    /// A few sets around some vertices, in turn.
    std::optional<StableSet> expensive_by_greed() {
        constexpr std::size_t most_tries = 24;
        const std::vector<std::size_t> order = vertices_by_weight(weights_);
        StableSet best;
        for (std::size_t i = 0; i < std::min(most_tries, order.size()); ++i) {
            next_ = (next_ + 1) % order.size();
            StableSet set = take_heaviest(graph_, weights_, order, order[next_]);
            if (set.weight > best.weight) best = std::move(set);
        }
        effort_.spend(static_cast<std::int64_t>(most_tries * order.size()));
        if (best.weight <= tolerated) return std::nullopt;
        return best;
    }

    /// One that proves how good the prices are; none if these are best.
    std::optional<StableSet> most_expensive() {
        Heaviest heaviest = find_heaviest(graph_, weights_, tolerated, effort_);
        if (heaviest.proved) {
            Weighting weighting{weights_, std::max(heaviest.set.weight, tolerated)};
            if (value(weighting) > value(best_)) best_ = std::move(weighting);
        }
        if (heaviest.set.vertices.empty()) return std::nullopt;
        return std::move(heaviest.set);
    }

    static double value(const Weighting& weighting) {
        return static_cast<double>(weighting.total()) / static_cast<double>(weighting.capacity);
    }

    const graph::Graph& graph_;
    std::size_t at_least_;
    std::size_t enough_;
    Effort& effort_;
    Covering covering_;
    std::vector<Weight> weights_;
    bool helps_ = true;
    std::size_t next_ = 0;
    Weighting best_;
};

}  // namespace

Weight Weighting::total() const {
    return std::accumulate(weights.begin(), weights.end(), Weight{0});
}

std::size_t Weighting::colours() const {
    return static_cast<std::size_t>((total() + capacity - 1) / capacity);
}

bool can_weigh(const graph::Graph& graph) {
    constexpr std::size_t most_vertices = 600;
    constexpr std::size_t most_if_sparse = 60;
    constexpr double sparse = 0.1;
    return graph.size() > 0 && graph.size() <= most_vertices &&
           (graph.size() <= most_if_sparse || graph.density() >= sparse);
}

Weighting find_weighting(const graph::Graph& graph, std::size_t at_least, std::size_t enough, Effort& effort) {
    if (!can_weigh(graph)) return {};
    return ColumnGeneration(graph, at_least, enough, effort).run();
}

}  // namespace scrump::colouring

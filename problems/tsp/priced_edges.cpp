#include <scrump/problems/tsp/detail/one_tree.hpp>
#include <scrump/problems/tsp/detail/priced_edges.hpp>

#include <algorithm>

namespace scrump::tsp {
namespace {

// Reduced costs are then less than 2^46 + 2 · 2^48 + 2^55 < 2^56, so that a sum that was below 2^60 before another one
// is added does not overflow.
constexpr Scaled most_of_cuts = Scaled{1} << 53;  // of the sum of their prices, each times its number of sets
constexpr Scaled most_of_sum = Scaled{1} << 60;

/// Whether no sum of these prices overflows.
bool are_moderate(std::span<const Cut> cuts, const Prices& prices) {
    const auto too_large = [](Scaled price) { return price < -max_multiplier || price > max_multiplier; };
    if (std::ranges::any_of(prices.cities, too_large)) return false;
    Scaled sum = 0;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const auto sets = static_cast<Scaled>(cuts[i].sets.size());
        if (prices.cuts[i] < 0 || prices.cuts[i] > (most_of_cuts - sum) / sets) return false;
        sum += prices.cuts[i] * sets;
    }
    return true;
}

}  // namespace

void PricedEdges::price(const Instance& instance, std::span<const Edge> forced, std::span<const Edge> open,
                        std::span<const Cut> cuts, const Prices& prices) {
    bound_ = none;
    costs_.assign(open.size(), 0);
    forced_costs_.assign(forced.size(), 0);
    if (!are_moderate(cuts, prices)) return;
    const auto for_each_edge = [&](const auto& change) {
        for (std::size_t i = 0; i < forced.size(); ++i) change(forced[i], forced_costs_[i]);
        for (std::size_t i = 0; i < open.size(); ++i) change(open[i], costs_[i]);
    };
    for_each_edge([&](Edge edge, Scaled& cost) {
        cost = instance.distance(edge.a, edge.b) * scale - prices.cities[edge.a] - prices.cities[edge.b];
    });
    Scaled bound = 0;
    for (const Scaled price : prices.cities) bound += 2 * price;
    Crossings crossings(instance.size());
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (prices.cuts[i] == 0) continue;
        crossings.load(cuts[i]);
        for_each_edge([&](Edge edge, Scaled& cost) { cost -= prices.cuts[i] * crossings.of(edge); });
        bound += prices.cuts[i] * least_crossings(cuts[i]);
    }
    const auto add = [&](Scaled cost) {
        if (bound != none) bound = bound + cost < -most_of_sum || bound + cost > most_of_sum ? none : bound + cost;
    };
    for (const Scaled cost : forced_costs_) add(cost);
    for (const Scaled cost : costs_) add(std::min<Scaled>(cost, 0));
    bound_ = bound;
}

}  // namespace scrump::tsp

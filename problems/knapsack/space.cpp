#include <scrump/problems/knapsack/detail/space.hpp>

#include <scrump/problems/knapsack/detail/greedy.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace scrump::knapsack {

/// An item as the relaxation at certain prices sees it.
struct Part::Candidate {
    std::uint32_t item;
    std::int64_t weight;
    bool packed;           ///< by default
    std::int64_t surplus;  ///< scaled, at the rounded prices
    double unrounded;      ///< at the prices themselves, where rounding would hide what little there is

    /// What the bound falls by if it deviates; less than nothing where rounding made a difference.
    std::int64_t loss() const { return packed ? surplus : -surplus; }
};

Part::Part(const Kernel& kernel, const Count& count, double item_price, std::int64_t incumbent, std::size_t table_limit)
    : count_(count), market_(kernel, 0, 0) {
    Relaxation relaxation(kernel);
    const double weight_price = relaxation.solve(item_price).efficiency;
    market_ = Market(kernel, 2 * weight_price + 1, 2 * std::abs(item_price) + 1);
    const Prices prices = market_.round(kernel, weight_price, item_price);
    bound_ = market_.bound(prices, kernel, count);
    if (market_.whole(bound_) <= incumbent) return;

    const std::vector<Candidate> candidates = rank(kernel, prices, weight_price, item_price);
    for (const Candidate& candidate : candidates) {
        if (!candidate.packed) continue;
        default_.push_back(candidate.item);
        base_ += kernel.items[candidate.item].profit;
        room_ -= kernel.items[candidate.item].weight;
    }
    room_ += kernel.capacity;
    incumbent = tabulate(kernel, candidates, incumbent, table_limit);
    narrow(prices, incumbent);
    const std::int64_t most_loss = bound_ - market_.scaled(incumbent + 1);
    std::vector<Candidate> deviating;
    std::copy_if(candidates.begin() + std::ssize(core_), candidates.end(), std::back_inserter(deviating),
                 [&](const Candidate& candidate) { return candidate.loss() <= most_loss; });
    price(kernel, relaxation, prices, weight_price, deviating);
}

// By rising loss.
std::vector<Part::Candidate> Part::rank(const Kernel& kernel, const Prices& prices, double weight_price,
                                        double item_price) const {
    std::vector<Candidate> candidates;
    candidates.reserve(kernel.items.size());
    for (std::uint32_t i = 0; i < kernel.items.size(); ++i) {
        const Item& item = kernel.items[i];
        const std::int64_t surplus = market_.surplus(prices, item);
        const double profit = static_cast<double>(item.profit);
        const double unrounded = profit - weight_price * static_cast<double>(item.weight) - item_price;
        const bool undecided = std::abs(unrounded) < 1e-12 * (profit + std::abs(item_price));
        candidates.push_back({i, item.weight, !undecided && unrounded > 0, surplus, undecided ? 0 : unrounded});
    }
    pack_the_undecided(candidates, kernel.capacity);
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        if (std::abs(a.unrounded) != std::abs(b.unrounded)) return std::abs(a.unrounded) < std::abs(b.unrounded);
        if (a.weight != b.weight) return a.weight < b.weight;  // the same items stand together
        if (a.packed != b.packed) return a.packed;
        return a.item < b.item;
    });
    return candidates;
}

// Those that are worth just their price fill the sack, so that the default is near a packing.
void Part::pack_the_undecided(std::vector<Candidate>& candidates, std::int64_t capacity) const {
    std::vector<Candidate*> undecided;
    std::int64_t room = capacity;
    std::int64_t places = count_.most;
    for (Candidate& candidate : candidates) {
        if (candidate.unrounded == 0) undecided.push_back(&candidate);
        if (!candidate.packed) continue;
        room -= candidate.weight;
        --places;
    }
    std::sort(undecided.begin(), undecided.end(), [](const Candidate* a, const Candidate* b) {
        return a->weight != b->weight ? a->weight > b->weight : a->item < b->item;
    });
    for (Candidate* candidate : undecided) {
        if (places <= 0 || candidate->weight > room) break;
        candidate->packed = true;
        room -= candidate->weight;
        --places;
    }
}

// Returns the profit of the best packing known.
std::int64_t Part::tabulate(const Kernel& kernel, std::span<const Candidate> candidates, std::int64_t incumbent,
                            std::size_t limit) {
    CoreList list;
    for (const Candidate& candidate : candidates) {
        if (core_.size() == CoreList::max_items || incumbent >= market_.whole(bound_)) break;
        const Item& item = kernel.items[candidate.item];
        const std::int64_t most_loss = bound_ - market_.scaled(incumbent + 1);
        if (!list.add(item, candidate.surplus, kernel.capacity, most_loss, limit)) break;
        add_to_core(item, candidate);
        // What is as good as the incumbent is soon left out of the list: so the best is kept here.
        const auto heavy = std::ranges::upper_bound(list.packings(), room_, {}, &CorePacking::weight);
        if (heavy == list.packings().begin() || base_ + std::prev(heavy)->profit <= incumbent) continue;
        incumbent = base_ + std::prev(heavy)->profit;
        met_ = default_;
        append_core(std::prev(heavy)->items, met_);
    }
    table_ = CoreTable(list.packings());
    return incumbent;
}

void Part::add_to_core(const Item& item, const Candidate& candidate) {
    core_.push_back(candidate.item);
    if (!candidate.packed) return;
    base_ -= item.profit;
    room_ += item.weight;
    std::erase(default_, candidate.item);
}

void Part::append_core(CoreMask mask, Selection& packing) const {
    for (std::size_t i = 0; i < core_.size(); ++i)
        if ((mask >> i & 1) != 0) packing.push_back(core_[i]);
}

// A packing with fewer items than `most` at a positive price, or more than `least` at a negative one, loses the price
// of each: that limits the number of items of packings better than the incumbent.
void Part::narrow(const Prices& prices, std::int64_t incumbent) {
    const std::int64_t slack = bound_ - market_.scaled(incumbent + 1);
    if (slack < 0) return;
    if (prices.item > 0) count_.least = std::max(count_.least, count_.most - slack / prices.item);
    if (prices.item < 0) count_.most = std::min(count_.most, count_.least + slack / -prices.item);
}

void Part::price(const Kernel& kernel, Relaxation& relaxation, const Prices& main, double weight_price,
                 std::span<const Candidate> candidates) {
    prices_.push_back(main);
    for (const double factor : {0.0, 0.5, 0.8, 0.9, 0.95, 1.05, 1.1, 1.25, 1.5, 2.0, 16.0}) {
        const double other = factor * weight_price;
        const Prices prices = market_.round(kernel, other, relaxation.best_item_price(count_, other));
        prices_.push_back(prices);
    }

    std::vector<std::int8_t> fate(kernel.items.size(), 0);  // 1: free; 2: packed for good
    for (const std::uint32_t item : default_) fate[item] = 2;
    for (const std::uint32_t item : core_) fate[item] = 1;
    for (const Candidate& candidate : candidates) {
        fate[candidate.item] = 1;
        const Item& item = kernel.items[candidate.item];
        const std::int64_t sign = candidate.packed ? -1 : 1;
        items_.push_back(candidate.item);
        deviations_.push_back({sign * item.profit, sign * item.weight, sign});
        losses_.push_back(candidate.loss());
    }
    for (std::size_t i = losses_.size(); i-- > 1;) losses_[i - 1] = std::min(losses_[i - 1], losses_[i]);
    ahead_.resize(prices_.size() * (candidates.size() + 1));
    for (std::size_t i = 0; i < prices_.size(); ++i) {
        std::int64_t bound = Market::rent(prices_[i], kernel.capacity, count_);
        for (std::uint32_t j = 0; j < kernel.items.size(); ++j) {
            const std::int64_t surplus = market_.surplus(prices_[i], kernel.items[j]);
            bound += fate[j] == 2 ? surplus : fate[j] == 1 ? std::max<std::int64_t>(0, surplus) : 0;
        }
        for (std::size_t open = candidates.size();; --open) {
            ahead_[open * prices_.size() + i] = bound;
            if (open == 0) break;
            const std::int64_t surplus = market_.surplus(prices_[i], kernel.items[items_[open - 1]]);
            bound -= std::max<std::int64_t>(0, surplus) - (candidates[open - 1].packed ? surplus : 0);
        }
    }
}

Selection Part::packing(const Change& change, std::span<const std::uint32_t> deviating) const {
    Selection packing = default_;
    for (const std::uint32_t index : deviating) {
        const std::uint32_t item = items_[index];
        if (deviations_[index].count < 0) {
            std::erase(packing, item);
        } else {
            packing.push_back(item);
        }
    }
    const std::size_t best = table_.find(room_ - change.weight);
    if (best < table_.size()) append_core(table_.items(best), packing);
    std::sort(packing.begin(), packing.end());
    return packing;
}

Space::Space(const Instance& instance, std::size_t table_limit) {
    check(instance);
    kernel_ = make_kernel(instance);
    start_profit_ = kernel_.packed_profit;
    if (kernel_.items.empty()) return;
    improve(pack_greedily(kernel_, 0));
    if (kernel_.weight_of_all <= kernel_.capacity) return;

    Relaxation relaxation(kernel_);
    const auto few = static_cast<std::int64_t>(relaxation.solve(0).count);
    const std::int64_t most = most_that_fit(kernel_);
    for (const Count& count : {Count{0, few}, Count{few + 1, most}}) {
        if (count.least > count.most) continue;
        const double item_price = relaxation.best_item_price(count);
        improve(pack_greedily(kernel_, item_price));
        Part part(kernel_, count, item_price, kernel_.least_above(start_profit_) - 1, table_limit);
        improve(part.met());
        if (part.market().whole(part.bound()) >= kernel_.least_above(start_profit_)) parts_.push_back(std::move(part));
    }
    std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) {
        return a.market().whole(a.bound()) > b.market().whole(b.bound());
    });
}

void Space::improve(Selection packing) {
    const std::int64_t profit = sum(kernel_, packing).profit;
    if (kernel_.full_profit(profit) <= start_profit_) return;
    start_profit_ = kernel_.full_profit(profit);
    start_ = std::move(packing);
    std::sort(start_.begin(), start_.end());
}

}  // namespace scrump::knapsack

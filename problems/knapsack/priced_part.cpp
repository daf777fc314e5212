#include <scrump/problems/knapsack/detail/priced_part.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace scrump::knapsack {

PricedPart::PricedPart(const Kernel& kernel, const Count& count, double price) : count_(count), price_(price) {
    std::vector<std::pair<double, std::uint32_t>> rated;
    for (std::uint32_t item = 0; item < kernel.items.size(); ++item)
        rated.emplace_back(-kernel.items[item].efficiency(price), item);
    std::ranges::sort(rated);
    for (const auto& [rate, item] : rated) by_rate_.push_back(item);
    relax(kernel);
}

void PricedPart::relax(const Kernel& kernel) {
    std::int64_t room = kernel.capacity;
    std::int64_t profit = 0;
    for (const std::uint32_t number : by_rate_) {
        const Item& item = kernel.items[number];
        if (surplus(item) <= 0) break;
        if (item.weight > room) {
            rate_ = item.efficiency(price_);
            break;
        }
        room -= item.weight;
        profit += item.profit;
        ++packed_;
    }
    bound_ = rent() + static_cast<double>(profit) - price_ * static_cast<double>(packed_) +
             static_cast<double>(room) * rate_;
    // Each of the few operations of a bound has a relative error of at most 2^-53.
    rounding_ = 1e-14 * (static_cast<double>(kernel.profit_of_all) +
                         2 * std::abs(price_) * static_cast<double>(kernel.items.size()) +
                         rate_ * static_cast<double>(kernel.weight_of_all)) +
                1e-6;
}

std::vector<PricedPart> priced_parts(const Kernel& kernel, std::int64_t incumbent) {
    Relaxation relaxation(kernel);
    const auto few = static_cast<std::int64_t>(relaxation.solve(0).count);
    const std::int64_t most = most_that_fit(kernel);
    std::vector<PricedPart> whole;
    whole.emplace_back(kernel, Count{0, most}, 0);
    std::vector<PricedPart> parts;
    for (const Count& count : {Count{0, few}, Count{few + 1, most}})
        if (count.least <= count.most) parts.emplace_back(kernel, count, relaxation.best_item_price(count));
    const auto gap = [&](const PricedPart& part) { return part.bound() - static_cast<double>(incumbent); };
    const auto halves = [&](const PricedPart& part) { return gap(part) <= gap(whole.front()) / 2; };
    return std::ranges::all_of(parts, halves) ? parts : whole;
}

}  // namespace scrump::knapsack

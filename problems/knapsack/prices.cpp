#include <scrump/problems/knapsack/detail/prices.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace scrump::knapsack {
Market::Market(const Kernel& kernel, double weight, double item) : shift_(32) {
    while (shift_ > 0 && !safe(kernel, weight, item, shift_)) --shift_;
}

bool Market::safe(const Kernel& kernel, double weight, double item, unsigned shift) const {
    // Every sum that is ever made is, with all its terms positive, at most this; the bound and a node's part of it
    // double it.
    const double most = static_cast<double>(kernel.profit_of_all) +
                        weight * static_cast<double>(kernel.weight_of_all + kernel.capacity) +
                        std::abs(item) * 2 * static_cast<double>(kernel.items.size());
    return most * std::ldexp(1, static_cast<int>(shift)) < 0x1p60;
}

Prices Market::round(const Kernel& kernel, double weight, double item) const {
    if (!safe(kernel, weight + 1, std::abs(item) + 1, shift_)) return {};
    const double scale = std::ldexp(1, static_cast<int>(shift_));
    return {std::llround(weight * scale), std::llround(item * scale)};
}

std::int64_t Market::bound(const Prices& prices, const Kernel& kernel, const Count& count) const {
    std::int64_t sum = rent(prices, kernel.capacity, count);
    for (const Item& item : kernel.items) sum += std::max<std::int64_t>(0, surplus(prices, item));
    return sum;
}

Relaxation::Relaxation(const Kernel& kernel) : kernel_(kernel), rated_(kernel.items.size()) {}

// Of kernels that are soon done with, all is done.
void Relaxation::look_now_and_then() {
    constexpr std::size_t some_milliseconds = 200'000;  // of items
    if ((examined_ += kernel_.items.size()) < some_milliseconds) return;
    examined_ = 0;
    Deadline::look();
}

Relaxed Relaxation::solve(double item_price) {
    look_now_and_then();
    auto last = rated_.begin();
    for (std::uint32_t i = 0; i < kernel_.items.size(); ++i) {
        const double rate = kernel_.items[i].efficiency(item_price);
        if (rate > 0) *last++ = {rate, i};
    }
    Relaxed relaxed;
    std::int64_t room = kernel_.capacity;
    for (auto first = rated_.begin(); first != last;) {
        const auto middle = first + (last - first) / 2;
        std::nth_element(first, middle, last, [](const Rated& a, const Rated& b) {
            return a.efficiency != b.efficiency ? a.efficiency > b.efficiency : a.item < b.item;
        });
        const std::int64_t weight = std::accumulate(
            first, middle, std::int64_t{0},
            [&](std::int64_t sum, const Rated& rated) { return sum + kernel_.items[rated.item].weight; });
        const std::int64_t middle_weight = kernel_.items[middle->item].weight;
        if (weight > room) {
            last = middle;
            continue;
        }
        room -= weight;
        relaxed.count += static_cast<double>(middle - first);
        if (middle_weight > room) {
            relaxed.efficiency = middle->efficiency;
            relaxed.count += static_cast<double>(room) / static_cast<double>(middle_weight);
            return relaxed;
        }
        room -= middle_weight;
        relaxed.count += 1;
        first = middle + 1;
    }
    return relaxed;  // all of them fit
}

double Relaxation::best_item_price(const Count& count) {
    const double free = solve(0).count;
    if (free > static_cast<double>(count.most)) return raise_until_few(count.most);
    if (free < static_cast<double>(count.least)) return lower_until_many(count.least);
    return 0;
}

// The number packed falls as the price rises, from more than `most` at price 0. Where it jumps over `most`, as it does
// for strongly correlated instances, the side of more is the one on which the break solution is near `most`.
double Relaxation::raise_until_few(std::int64_t most) {
    double low = 0;
    double high = 0;
    for (const Item& item : kernel_.items) high = std::max(high, static_cast<double>(item.profit));
    for (int halving = 0; halving < 60 && high - low > 1e-9 * high; ++halving) {
        const double middle = (low + high) / 2;
        (solve(middle).count > static_cast<double>(most) ? low : high) = middle;
    }
    return low;
}

// As above, from less than `least`. A price of items below zero is a prize.
double Relaxation::lower_until_many(std::int64_t least) {
    double prize = 0;
    for (const Item& item : kernel_.items) prize = std::max(prize, static_cast<double>(item.profit));
    double low = 0;
    double high = prize;
    for (int doubling = 0; doubling < 20 && solve(-high).count < static_cast<double>(least); ++doubling) high *= 2;
    for (int halving = 0; halving < 60 && high - low > 1e-9 * high; ++halving) {
        const double middle = (low + high) / 2;
        (solve(-middle).count < static_cast<double>(least) ? low : high) = middle;
    }
    return -high;
}

double Relaxation::best_item_price(const Count& count, double weight_price) {
    std::vector<double> surplus;
    surplus.reserve(kernel_.items.size());
    for (const Item& item : kernel_.items)
        surplus.push_back(static_cast<double>(item.profit) - weight_price * static_cast<double>(item.weight));
    // The k-th largest surplus is the price at which k items are worth it.
    const auto price_for = [&](std::int64_t k) {
        const auto kth = surplus.begin() + std::clamp<std::int64_t>(k, 1, std::ssize(surplus)) - 1;
        std::nth_element(surplus.begin(), kth, surplus.end(), std::greater<>());
        return *kth;
    };
    if (const double price = price_for(count.most); price > 0) return price;
    return count.least == 0 ? 0 : std::min(0.0, price_for(count.least));
}

std::int64_t most_that_fit(const Kernel& kernel) {
    std::vector<std::int64_t> weights;
    weights.reserve(kernel.items.size());
    for (const Item& item : kernel.items) weights.push_back(item.weight);
    std::sort(weights.begin(), weights.end());
    std::int64_t room = kernel.capacity;
    const auto first_out = std::find_if(weights.begin(), weights.end(), [&](std::int64_t weight) {
        room -= weight;
        return room < 0;
    });
    return first_out - weights.begin();
}

}  // namespace scrump::knapsack

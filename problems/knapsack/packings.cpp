#include <scrump/problems/knapsack/detail/packings.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrump::knapsack {

namespace {

__extension__ using Wide = __int128;

Wide product(std::int64_t a, std::int64_t b) {
    return static_cast<Wide>(a) * b;
}

Wide rounded_down(Wide dividend, std::int64_t divisor) {
    const Wide quotient = dividend / divisor;
    return quotient * divisor > dividend ? quotient - 1 : quotient;
}

/// What an item is worth more than the price of its weight.
Wide surplus(const Item& item, const Item& price) {
    return product(item.profit, price.weight) - product(item.weight, price.profit);
}

Item operator+(const Item& a, const Item& b) {
    return {a.profit + b.profit, a.weight + b.weight};
}

}  // namespace

PackingsSpace::PackingsSpace(const Instance& instance, std::int64_t most, std::size_t table_limit)
    : capacity_(instance.capacity), most_(most) {
    check(instance);
    find_price(instance);
    std::vector<std::pair<Wide, std::size_t>> order;  // by falling loss
    for (std::size_t i = 0; i < instance.items.size(); ++i) {
        if (instance.items[i].weight > capacity_) continue;
        const Wide worth = surplus(instance.items[i], price_);
        order.emplace_back(worth > 0 ? -worth : worth, i);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [loss, number] : order) {
        items_.push_back(instance.items[number]);
        numbers_.push_back(number);
        packed_.push_back(surplus(items_.back(), price_) > 0);
    }
    after_.resize(size() + 1);
    for (std::size_t place = size(); place-- > 0;)
        after_[place] = packed_[place] ? after_[place + 1] + items_[place] : after_[place + 1];
    tabulate(table_limit);
}

// Of the first item that does not fit any more when the most efficient ones are packed first. If all fit, weight costs
// nothing.
void PackingsSpace::find_price(const Instance& instance) {
    std::vector<Item> items;
    std::ranges::copy_if(instance.items, std::back_inserter(items),
                         [&](const Item& item) { return item.weight > 0 && item.weight <= capacity_; });
    std::ranges::sort(
        items, [](const Item& a, const Item& b) { return product(a.profit, b.weight) > product(b.profit, a.weight); });
    std::int64_t room = capacity_;
    for (const Item& item : items) {
        room -= item.weight;
        if (room >= 0) continue;
        price_ = item;
        return;
    }
}

// From the last item on, one more item at a time: with it or without it.
void PackingsSpace::tabulate(std::size_t limit) {
    first_tabulated_ = size();
    best_.push_back({Item{}});
    std::size_t entries = 1;
    while (first_tabulated_ > 0) {
        const Best& without = best_.back();
        if (entries + 2 * without.size() > limit) break;
        const Item& item = items_[first_tabulated_ - 1];
        Best with;
        for (const Item& each : without)
            if (each.weight <= capacity_ - item.weight) with.push_back(each + item);
        Best both;
        std::ranges::merge(without, with, std::back_inserter(both), [](const Item& a, const Item& b) {
            return a.weight != b.weight ? a.weight < b.weight : a.profit > b.profit;
        });
        Best kept;
        for (const Item& each : both)
            if (kept.empty() || each.profit > kept.back().profit) kept.push_back(each);
        entries += kept.size();
        best_.push_back(std::move(kept));
        --first_tabulated_;
    }
    std::ranges::reverse(best_);
}

std::int64_t PackingsSpace::bound_by_price(const Item& sums) const {
    const Wide bound = sums.profit + rounded_down(product(price_.profit, capacity_ - sums.weight), price_.weight);
    // No packing is worth less than nothing, or more than the largest sum.
    return static_cast<std::int64_t>(std::clamp<Wide>(bound, -1, std::min(most_, max_sum)));
}

std::int64_t PackingsSpace::bound(const Item& sums, std::size_t open) const {
    if (open < first_tabulated_) return bound_by_price(sums);
    const Item& later = after_[open];
    const std::int64_t room = capacity_ - (sums.weight - later.weight);
    const Best& best = best_[open - first_tabulated_];
    const auto heavier = std::ranges::upper_bound(best, room, {}, &Item::weight);
    if (heavier == best.begin()) return -1;
    return std::min(most_, sums.profit - later.profit + std::prev(heavier)->profit);
}

std::vector<std::size_t> PackingsSpace::packing(const std::vector<std::uint32_t>& deviating) const {
    std::vector<bool> packed = packed_;
    for (const std::uint32_t place : deviating) packed[place] = !packed[place];
    std::vector<std::size_t> items;
    for (std::size_t place = 0; place < size(); ++place)
        if (packed[place]) items.push_back(numbers_[place]);
    std::ranges::sort(items);
    return items;
}

PackingNode root(const PackingsSpace& space) {
    return {.open = 0, .sums = space.packed_by_default(), .deviating = {}};
}

bool PackingsGenerator::next(Node& child) {
    while (next_ > node_->open) {
        const std::size_t place = --next_;
        const Item sums = node_->sums + space_->deviation(place);
        if (space_->bound_by_price(sums) <= to_beat_) {
            next_ = node_->open;  // to deviate costs those before no less
            return false;
        }
        if (space_->bound(sums, place + 1) <= to_beat_) continue;
        child.open = static_cast<std::uint32_t>(place + 1);
        child.sums = sums;
        child.deviating = node_->deviating;
        child.deviating.push_back(static_cast<std::uint32_t>(place));
        return true;
    }
    return false;
}

bool PackingsGenerator::valid(const Space& space, const Node& node) {
    Item sums = space.packed_by_default();
    std::size_t open = 0;
    for (const std::uint32_t place : node.deviating) {
        if (place < open || place >= space.size()) return false;
        open = place + 1;
        sums = sums + space.deviation(place);
    }
    return node.open == open && node.sums == sums;
}

}  // namespace scrump::knapsack

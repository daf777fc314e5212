#include <scrump/problems/knapsack/detail/kernel.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace scrump::knapsack {

Kernel make_kernel(const Instance& instance) {
    Kernel kernel;
    std::int64_t profits = 0;
    std::int64_t weights = 0;
    for (std::size_t i = 0; i < instance.items.size(); ++i) {
        const Item& item = instance.items[i];
        if (item.profit == 0 || item.weight > instance.capacity) continue;
        if (item.weight == 0) {
            kernel.packed.push_back(i);
            kernel.packed_profit += item.profit;
            continue;
        }
        kernel.items.push_back(item);
        kernel.numbers.push_back(static_cast<std::uint32_t>(i));
        profits = std::gcd(profits, item.profit);
        weights = std::gcd(weights, item.weight);
    }
    if (weights == 0) return kernel;  // nothing is left

    kernel.unit = profits;
    kernel.capacity = instance.capacity / weights;
    for (Item& item : kernel.items) {
        item = {item.profit / profits, item.weight / weights};
        kernel.profit_of_all += item.profit;
        kernel.weight_of_all += item.weight;
    }
    return kernel;
}

Item sum(const Kernel& kernel, const Selection& selection) {
    Item sums;
    for (const std::uint32_t item : selection) {
        sums.profit += kernel.items[item].profit;
        sums.weight += kernel.items[item].weight;
    }
    return sums;
}

bool is_packing(const Kernel& kernel, const Selection& selection) {
    return std::ranges::is_sorted(selection, std::less_equal<>()) &&
           (selection.empty() || selection.back() < kernel.items.size()) &&
           sum(kernel, selection).weight <= kernel.capacity;
}

std::vector<std::size_t> items_of(const Kernel& kernel, const Selection& selection) {
    std::vector<std::size_t> items = kernel.packed;
    for (const std::uint32_t item : selection) items.push_back(kernel.numbers[item]);
    std::sort(items.begin(), items.end());
    return items;
}

}  // namespace scrump::knapsack

#pragma once
// Instances of the 0/1 knapsack problem, and the text format in which Pisinger's benchmark instances are passed around:
//
//     3 50        items, capacity
//     60 10       profit and weight of the first item
//     100 20
//     120 30

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::knapsack {

struct Item {
    std::int64_t profit = 0;
    std::int64_t weight = 0;

    bool operator==(const Item&) const = default;

    /// Profit for weight where each item has a price. The weight is not 0.
    double efficiency(double price) const {
        return (static_cast<double>(profit) - price) / static_cast<double>(weight);
    }
};

/// Items of which some are to be packed, each at most once, without their weights exceeding the capacity.
struct Instance {
    std::vector<Item> items;
    std::int64_t capacity = 0;

    bool operator==(const Instance&) const = default;
};

/// No sum of profits and no sum of weights may be larger, so that what is calculated with them fits.
inline constexpr std::int64_t largest_sum = std::int64_t{1} << 60;

/// At most so many items: what comes before the search, which nothing stops, then takes less than a second.
inline constexpr std::size_t max_items = std::size_t{1} << 17;

/// Throws Error unless all numbers are at least 0, the sums and the capacity at most `largest_sum`, and the items at
/// most `max_items`.
void check(const Instance& instance);

/// Reads an instance; `name` is what messages call the text. Spacing, blank lines and CRLF make no difference. Throws
/// Error "name:line: …" for what is no instance, or none that passes check().
Instance parse(std::string_view text, const std::string& name);

/// The text that parse() reads back as `instance`.
std::string to_text(const Instance& instance);

/// The profits and the weights of some items of an instance, given by their numbers from 0, added up.
Item sum(const Instance& instance, std::span<const std::size_t> items);

}  // namespace scrump::knapsack

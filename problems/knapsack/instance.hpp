#pragma once
// Instances of the 0/1 knapsack problem, and the text format in which Pisinger's benchmark instances are passed around:
//
//     3 50        items, capacity
//     60 10       profit and weight of the first item
//     100 20
//     120 30
//     0 1 1       a solution, if one is known: for each item whether it is packed
//
// The other layouts that circulate are told by their lines, and read as well: the number of items and the capacity in
// lines of their own (kplib); the capacity in the last line, below items with or without their numbers from 0 or 1
// (those of Jooken, Leyman and De Causmaecker: "1 60 10"); and what Pisinger's generator writes:
//
//     knapPI_1_3_50_1     a name
//     n 3
//     c 50
//     z 220               the optimum
//     time 0.00
//     1,60,10,0           an item: its number, its profit, its weight, and whether it is packed
//     2,100,20,1
//     3,120,30,1
//     -----               the end, after which nothing is read but blank lines
//
// A line that begins with # is a comment. One that says no more than `# optimum 220` is what somebody found to be the
// greatest profit; so is `# Optimal profit: 220`, or `optimal value`, `optimal solution`, with : or = or neither.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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

/// A profit that a text speaks of, and the number of the line that does.
struct Claim {
    std::int64_t profit = 0;
    std::size_t line = 0;
};

/// What a text holds: an instance, and what it says of the answer.
struct File {
    std::string name;  ///< what messages call the text
    Instance instance;
    std::optional<Claim> solution;  ///< what the solution is worth, which was seen to fit: the optimum or less
    std::optional<Claim> optimum;   ///< what a comment says the optimum is, be it true or not
};

/// What a search has shown: the optimum is at least `least` and at most `most`.
struct Shown {
    std::int64_t least = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// Reads an instance; `name` is what messages call the text. Spacing, blank lines and CRLF make no difference, nor does
/// a line end between the number of items and the capacity. Throws Error "name:line: …" for a text that is not an
/// instance or does not pass check(), for a solution that does not fit, and for one that is worth more than the optimum
/// that the text gives.
File parse(std::string_view text, const std::string& name);

/// Throws Error "name:line: …" if `shown` cannot be what the file says of the answer.
void check_answer(const File& file, const Shown& shown);

/// The text that parse() reads back as `instance`, without a solution.
std::string to_text(const Instance& instance);

/// The profits and the weights of some items of an instance, given by their numbers from 0, added up.
Item sum(const Instance& instance, std::span<const std::size_t> items);

}  // namespace scrump::knapsack

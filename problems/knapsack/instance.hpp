#pragma once
// Instances of the 0/1 knapsack problem, and the text format of Pisinger's benchmark instances:
//
//     3 50        number of items, capacity
//     60 10       profit and weight of the first item
//     100 20
//     120 30
//     0 1 1       a solution, if one is known: for each item whether it is packed
//
// Other layouts are recognised by their lines, and read as well: the number of items and the capacity in lines of their
// own (kplib); the capacity in the last line, below items with or without their numbers from 0 or 1 (those of Jooken,
// Leyman and De Causmaecker: "1 60 10"); and the output of Pisinger's generator:
//
//     knapPI_1_3_50_1     a name
//     n 3
//     c 50
//     z 220               the optimum
//     time 0.00
//     1,60,10,0           an item: its number, its profit, its weight, and whether it is packed
//     2,100,20,1
//     3,120,30,1
//     -----               the end, after which only blank lines are read
//
// A line that begins with # is a comment. A comment that consists of `# optimum 220` claims that this is the greatest
// profit; so does `# Optimal profit: 220`, or `optimal value`, `optimal solution`, with : or = or neither.

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

    /// Profit per weight if each item has a price. The weight must not be 0.
    double efficiency(double price) const {
        return (static_cast<double>(profit) - price) / static_cast<double>(weight);
    }
};

/// An instance: items to be packed, each at most once, without exceeding the capacity.
struct Instance {
    std::vector<Item> items;
    std::int64_t capacity = 0;

    bool operator==(const Instance&) const = default;
};

/// Largest sum of profits and of weights, so that calculations with them do not overflow.
inline constexpr std::int64_t max_sum = std::int64_t{1} << 60;

/// Largest number of items: the preparation of the search, which cannot be stopped, then takes less than a second.
inline constexpr std::size_t max_items = std::size_t{1} << 17;

/// Throws Error unless all numbers are at least 0, the sums and the capacity at most `max_sum`, and the items at
/// most `max_items`.
void check(const Instance& instance);

/// A claimed profit, and the number of its line.
struct Claim {
    std::int64_t profit = 0;
    std::size_t line = 0;
};

/// The contents of a text: an instance, and claims about the answer.
struct File {
    std::string name;  ///< name of the text for messages
    Instance instance;
    std::optional<Claim> solution;  ///< profit of the solution, which was checked to fit: at most the optimum
    std::optional<Claim> optimum;   ///< optimum that a comment claims, whether true or not
};

/// Result of a search: the optimum is at least `least` and at most `most`.
struct Shown {
    std::int64_t least = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// Reads an instance; `name` stands for the text in messages. Spacing, blank lines and CRLF make no difference, nor
/// does a line end between the number of items and the capacity. Throws Error "name:line: …" for a text that is not an
/// instance or does not pass check(), for a solution that does not fit, and for one with a greater profit than the
/// optimum in the text.
File parse(std::string_view text, const std::string& name);

/// Throws Error "name:line: …" if `shown` contradicts the claims of the file.
void check_answer(const File& file, const Shown& shown);

/// The text that parse() reads back as `instance`, without a solution.
std::string to_text(const Instance& instance);

/// Sums of the profits and the weights of some items of an instance, given by their numbers from 0.
Item sum(const Instance& instance, std::span<const std::size_t> items);

}  // namespace scrump::knapsack

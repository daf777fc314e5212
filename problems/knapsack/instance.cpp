#include <scrump/problems/knapsack/instance.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>

namespace scrump::knapsack {
namespace {

// Adds two numbers of at most `largest_sum`; false where the sum would be larger.
bool add(std::int64_t& sum, std::int64_t number) {
    sum += number;
    return sum <= largest_sum;
}

class Parser {
  public:
    Parser(std::string_view text, const std::string& name) : text_(text, name) {}

    Instance parse() {
        std::optional<Line> line = text_.next_full_line();
        if (!line) text_.fail("the file ends without a line '<items> <capacity>'");
        const std::int64_t items = take_number(*line, "the number of items");
        if (items > static_cast<std::int64_t>(max_items))
            text_.fail(std::to_string(items) + " items; expected at most " + std::to_string(max_items));
        Instance instance;
        instance.capacity = take_number(*line, "the capacity");
        text_.expect_end(*line);
        Item sum;
        for (std::int64_t i = 0; i < items; ++i) instance.items.push_back(take_item(i, items, sum));
        if (line = text_.next_full_line(); line)
            text_.fail("expected the end of the file after " + std::to_string(items) + " items, " + line->found());
        return instance;
    }

  private:
    Item take_item(std::int64_t before, std::int64_t items, Item& sum) {
        std::optional<Line> line = text_.next_full_line();
        if (!line)
            text_.fail("the file ends after " + std::to_string(before) + " of " + std::to_string(items) + " items");
        Item item;
        item.profit = take_number(*line, "a profit");
        item.weight = take_number(*line, "a weight");
        text_.expect_end(*line);
        if (!add(sum.profit, item.profit)) text_.fail("the profits add up to more than " + std::to_string(largest_sum));
        if (!add(sum.weight, item.weight)) text_.fail("the weights add up to more than " + std::to_string(largest_sum));
        return item;
    }

    std::int64_t take_number(Line& line, const std::string& what) {
        const Line before = line;
        const auto number = line.number();
        if (!number || *number > static_cast<std::uint64_t>(largest_sum))
            text_.fail("expected " + what + ", a whole number from 0 to " + std::to_string(largest_sum) + ", " +
                       before.found());
        return static_cast<std::int64_t>(*number);
    }

    Text text_;
};

}  // namespace

void check(const Instance& instance) {
    const auto fail = [](const std::string& what) { throw Error("knapsack: " + what); };
    if (instance.items.size() > max_items)
        fail(std::to_string(instance.items.size()) + " items; expected at most " + std::to_string(max_items));
    if (instance.capacity < 0 || instance.capacity > largest_sum)
        fail("the capacity is " + std::to_string(instance.capacity) + "; expected 0 to " + std::to_string(largest_sum));
    Item sum;
    for (std::size_t i = 0; i < instance.items.size(); ++i) {
        const Item& item = instance.items[i];
        if (std::min(item.profit, item.weight) < 0 || std::max(item.profit, item.weight) > largest_sum)
            fail("item " + std::to_string(i) + " has profit " + std::to_string(item.profit) + " and weight " +
                 std::to_string(item.weight) + "; expected 0 to " + std::to_string(largest_sum));
        if (!add(sum.profit, item.profit)) fail("the profits add up to more than " + std::to_string(largest_sum));
        if (!add(sum.weight, item.weight)) fail("the weights add up to more than " + std::to_string(largest_sum));
    }
}

Instance parse(std::string_view text, const std::string& name) {
    return Parser(text, name).parse();
}

std::string to_text(const Instance& instance) {
    std::string text = std::to_string(instance.items.size()) + ' ' + std::to_string(instance.capacity) + '\n';
    for (const Item& item : instance.items)
        text.append(std::to_string(item.profit)).append(1, ' ').append(std::to_string(item.weight)).append(1, '\n');
    return text;
}

Item sum(const Instance& instance, std::span<const std::size_t> items) {
    Item sum;
    for (const std::size_t item : items) {
        sum.profit += instance.items[item].profit;
        sum.weight += instance.items[item].weight;
    }
    return sum;
}

}  // namespace scrump::knapsack

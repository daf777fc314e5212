#include <scrump/problems/knapsack/instance.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <utility>

namespace scrump::knapsack {
namespace {

// Adds two numbers of at most `largest_sum`; false where the sum would be larger.
bool add(std::int64_t& sum, std::int64_t number) {
    sum += number;
    return sum <= largest_sum;
}

// What a comment says the optimum is, if that is all that it says.
std::optional<std::int64_t> optimum_in(std::string_view comment) {
    std::string plain;
    for (const char c : comment)
        plain += c == ':' || c == '=' ? ' ' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    Line line(plain);
    const std::string_view first = line.word();
    if (first != "optimum" && first != "optimal") return std::nullopt;
    if (const Line before = line; first == "optimal") {
        const std::string_view what = line.word();
        if (what != "profit" && what != "value" && what != "solution") line = before;
    }
    const auto number = line.number();
    if (!number || *number > static_cast<std::uint64_t>(largest_sum) || !line.empty()) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

class Parser {
  public:
    Parser(std::string_view text, const std::string& name) : text_(text, name) { file_.name = name; }

    File parse() {
        std::optional<Line> line = next_line();
        if (!line) text_.fail("the file ends without a line '<items> <capacity>'");
        const std::int64_t items = take_number(*line, "the number of items");
        if (items > static_cast<std::int64_t>(max_items))
            text_.fail(std::to_string(items) + " items; expected at most " + std::to_string(max_items));
        Instance& instance = file_.instance;
        instance.capacity = take_number(*line, "the capacity");
        text_.expect_end(*line);
        Item sum;
        for (std::int64_t i = 0; i < items; ++i) instance.items.push_back(take_item(i, items, sum));
        if (line = next_line(); line) take_solution(*line);
        if (line = next_line(); line) text_.fail("expected the end of the file after its solution, " + line->found());
        if (file_.solution && file_.optimum) check_answer(file_, {.least = file_.solution->profit});
        return std::move(file_);
    }

  private:
    // The next line that is neither blank nor a comment.
    std::optional<Line> next_line() {
        std::optional<Line> line = text_.next_full_line();
        for (; line && line->front() == '#'; line = text_.next_full_line()) {
            const auto optimum = optimum_in(line->rest().substr(1));
            if (!optimum) continue;
            if (file_.optimum && file_.optimum->profit != *optimum)
                text_.fail("the optimum is said to be " + std::to_string(*optimum) + ", but in line " +
                           std::to_string(file_.optimum->line) + " " + std::to_string(file_.optimum->profit));
            file_.optimum = {*optimum, text_.line_number()};
        }
        return line;
    }

    // A zero or a one for each item, in one line or in several.
    void take_solution(Line line) {
        const std::vector<Item>& items = file_.instance.items;
        if (items.empty()) text_.fail("expected the end of the file, as there are no items, " + line.found());
        Item sum;
        for (std::size_t i = 0; i < items.size(); ++i) {
            while (line.empty()) {
                const std::optional<Line> next = next_line();
                if (!next)
                    text_.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(items.size()) +
                               " zeros and ones of its solution");
                line = *next;
            }
            if (takes_item(line, i)) {
                sum.profit += items[i].profit;
                sum.weight += items[i].weight;
            }
        }
        if (!line.empty())
            text_.fail("expected the end of the solution after " + std::to_string(items.size()) + " items, " +
                       line.found());
        if (sum.weight > file_.instance.capacity)
            text_.fail("the solution weighs " + std::to_string(sum.weight) + ", but the capacity is " +
                       std::to_string(file_.instance.capacity));
        file_.solution = {sum.profit, text_.line_number()};
    }

    bool takes_item(Line& line, std::size_t item) {
        const Line before = line;
        const auto number = line.number();
        if (number && *number <= 1) return *number == 1;
        if (item == 0)
            text_.fail("expected the end of the file or a solution, a 0 or a 1 for each item, " + before.found());
        text_.fail("expected a 0 or a 1 of the solution for item " + std::to_string(item + 1) + ", " + before.found());
    }

    Item take_item(std::int64_t before, std::int64_t items, Item& sum) {
        std::optional<Line> line = next_line();
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
    File file_;
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

File parse(std::string_view text, const std::string& name) {
    return Parser(text, name).parse();
}

void check_answer(const File& file, const Shown& shown) {
    const auto fail = [&](const Claim& claim, const std::string& what) {
        throw Error(file.name + ":" + std::to_string(claim.line) + ": " + what);
    };
    if (const auto& solution = file.solution; solution && solution->profit > shown.most)
        fail(*solution, "the solution is worth " + std::to_string(solution->profit) +
                            ", but the search proved that none is worth more than " + std::to_string(shown.most) +
                            "; this is a defect of Scrump");
    const auto& optimum = file.optimum;
    if (optimum && optimum->profit < shown.least)
        fail(*optimum, "the optimum is said to be " + std::to_string(optimum->profit) +
                           ", but there is a packing worth " + std::to_string(shown.least));
    if (optimum && optimum->profit > shown.most)
        fail(*optimum, "the optimum is said to be " + std::to_string(optimum->profit) +
                           ", but it is proved that none is worth more than " + std::to_string(shown.most));
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

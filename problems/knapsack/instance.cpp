#include <scrump/problems/knapsack/instance.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <utility>

namespace scrump::knapsack {
namespace {

// Adds two numbers of at most `max_sum`; false where the sum would be larger.
bool add(std::int64_t& sum, std::int64_t number) {
    sum += number;
    return sum <= max_sum;
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
    if (!number || *number > static_cast<std::uint64_t>(max_sum) || !line.empty()) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

class Parser {
  public:
    Parser(std::string_view text, const std::string& name) : text_(text, name) { file_.name = name; }

    File parse() {
        const std::optional<Line> line = next_line();
        if (!line) text_.fail("the file ends without a line '<items> <capacity>'");
        if (!Line(*line).number() && is_generated()) {
            take_generated();
        } else {
            take_plain(*line);
        }
        if (file_.solution && file_.optimum) check_answer(file_, {.least = file_.solution->profit});
        return std::move(file_);
    }

  private:
    // --- Layouts

    void take_plain(Line line) {
        items_ = take_size(line);
        if (!line.empty()) {
            take_capacity(line);
            take_items(0);
            return take_end();
        }
        // What the second line has tells the layout.
        const Text before = text_;
        auto second = next_line();
        const std::size_t words = second ? count_words(*second) : 0;
        if (words <= 1 && (words == 1 || items_ > 0)) {
            if (!second) text_.fail("the file ends without the capacity");
            take_capacity(*second);
            take_items(0);
            return take_end();
        }
        text_ = before;
        take_items(words == 3 ? 1 : 0);
        auto last = next_line();
        if (!last) text_.fail("the file ends without the capacity, after its items");
        take_capacity(*last);
        take_end();
    }

    void take_end() {
        std::optional<Line> line = next_line();
        if (line) {
            take_solution(*line);
            line = next_line();
        }
        if (line) text_.fail("expected the end of the file after its solution, " + line->found());
    }

    // Whether the next line is the second one of what Pisinger's generator writes, below a name.
    bool is_generated() const {
        Text lines = text_;
        std::optional<Line> line = lines.next_full_line();
        return line && line->word() == "n" && line->number();
    }

    void take_generated() {
        Line line = next_or("a line 'n <items>'");
        line.word();
        items_ = take_size(line);
        text_.expect_end(line);
        Line capacity = next_or("a line 'c <capacity>'");
        if (capacity.word() != "c") text_.fail("expected a line 'c <capacity>'");
        take_capacity(capacity);
        Line optimum = next_or("a line 'z <optimum>'");
        if (optimum.word() != "z") text_.fail("expected a line 'z <optimum>'");
        claim_optimum(take_number(optimum, "the optimum"));
        if (next_or("a line 'time <seconds>'").word() != "time") text_.fail("expected a line 'time <seconds>'");
        take_generated_items();
        std::optional<Line> end = next_line();
        if (end && end->rest().find_first_not_of('-') == std::string_view::npos) end = next_line();
        if (end) text_.fail("a second instance; expected one in a file, " + end->found());
    }

    void take_generated_items() {
        Item sum;
        Item packed;
        for (std::int64_t i = 0; i < items_; ++i) {
            std::string plain(next_or("item " + std::to_string(i + 1) + " of " + std::to_string(items_)).rest());
            std::ranges::replace(plain, ',', ' ');
            Line line(plain);
            const Item item = take_item(line, i, 1, sum, true);
            const bool taken = takes_item(line, static_cast<std::size_t>(i));
            text_.expect_end(line);
            if (!taken) continue;
            packed.profit += item.profit;
            packed.weight += item.weight;
        }
        claim_solution(packed);
    }

    // --- Lines

    Line next_or(const std::string& expected) {
        const std::optional<Line> line = next_line();
        if (!line) text_.fail("the file ends; expected " + expected);
        return *line;
    }

    static std::size_t count_words(Line line) {
        std::size_t words = 0;
        while (!line.word().empty()) ++words;
        return words;
    }

    std::int64_t take_size(Line& line) {
        const std::int64_t items = take_number(line, "the number of items");
        if (items > static_cast<std::int64_t>(max_items))
            text_.fail(std::to_string(items) + " items; expected at most " + std::to_string(max_items));
        return items;
    }

    void take_capacity(Line& line) {
        file_.instance.capacity = take_number(line, "the capacity");
        text_.expect_end(line);
    }

    // Each with `numbers` numbers before its profit.
    void take_items(unsigned numbers) {
        Item sum;
        for (std::int64_t i = 0; i < items_; ++i) {
            std::optional<Line> line = next_line();
            if (!line)
                text_.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(items_) + " items");
            take_item(*line, i, numbers, sum, false);
        }
    }

    void claim_optimum(std::int64_t optimum) {
        if (file_.optimum && file_.optimum->profit != optimum)
            text_.fail("the optimum is said to be " + std::to_string(optimum) + ", but in line " +
                       std::to_string(file_.optimum->line) + " " + std::to_string(file_.optimum->profit));
        file_.optimum = {optimum, text_.line_number()};
    }

    void claim_solution(const Item& sum) {
        if (sum.weight > file_.instance.capacity)
            text_.fail("the solution weighs " + std::to_string(sum.weight) + ", but the capacity is " +
                       std::to_string(file_.instance.capacity));
        file_.solution = {sum.profit, text_.line_number()};
    }

    // The next line that is neither blank nor a comment.
    std::optional<Line> next_line() {
        std::optional<Line> line = text_.next_full_line();
        for (; line && line->front() == '#'; line = text_.next_full_line()) {
            if (const auto optimum = optimum_in(line->rest().substr(1))) claim_optimum(*optimum);
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
        claim_solution(sum);
    }

    bool takes_item(Line& line, std::size_t item) {
        const Line before = line;
        const auto number = line.number();
        if (number && *number <= 1) return *number == 1;
        if (item == 0)
            text_.fail("expected the end of the file or a solution, a 0 or a 1 for each item, " + before.found());
        text_.fail("expected a 0 or a 1 of the solution for item " + std::to_string(item + 1) + ", " + before.found());
    }

    Item take_item(Line& line, std::int64_t before, unsigned numbers, Item& sum, bool more) {
        if (numbers > 0) expect_number(take_number(line, "the number of the item"), before);
        Item item;
        item.profit = take_number(line, "a profit");
        item.weight = take_number(line, "a weight");
        if (!more) text_.expect_end(line);
        if (!add(sum.profit, item.profit)) text_.fail("the profits add up to more than " + std::to_string(max_sum));
        if (!add(sum.weight, item.weight)) text_.fail("the weights add up to more than " + std::to_string(max_sum));
        file_.instance.items.push_back(item);
        return item;
    }

    // The first one tells whether they count from 0 or from 1.
    void expect_number(std::int64_t number, std::int64_t before) {
        if (before == 0) first_number_ = number == 0 ? 0 : 1;
        if (const std::int64_t expected = before + first_number_; number != expected)
            text_.fail("expected item " + std::to_string(expected) + ", found '" + std::to_string(number) + "'");
    }

    std::int64_t take_number(Line& line, const std::string& what) {
        const Line before = line;
        const auto number = line.number();
        if (!number || *number > static_cast<std::uint64_t>(max_sum))
            text_.fail("expected " + what + ", a whole number from 0 to " + std::to_string(max_sum) + ", " +
                       before.found());
        return static_cast<std::int64_t>(*number);
    }

    Text text_;
    File file_;
    std::int64_t items_ = 0;
    std::int64_t first_number_ = 1;
};

}  // namespace

void check(const Instance& instance) {
    const auto fail = [](const std::string& what) { throw Error("knapsack: " + what); };
    if (instance.items.size() > max_items)
        fail(std::to_string(instance.items.size()) + " items; expected at most " + std::to_string(max_items));
    if (instance.capacity < 0 || instance.capacity > max_sum)
        fail("the capacity is " + std::to_string(instance.capacity) + "; expected 0 to " + std::to_string(max_sum));
    Item sum;
    for (std::size_t i = 0; i < instance.items.size(); ++i) {
        const Item& item = instance.items[i];
        if (std::min(item.profit, item.weight) < 0 || std::max(item.profit, item.weight) > max_sum)
            fail("item " + std::to_string(i) + " has profit " + std::to_string(item.profit) + " and weight " +
                 std::to_string(item.weight) + "; expected 0 to " + std::to_string(max_sum));
        if (!add(sum.profit, item.profit)) fail("the profits add up to more than " + std::to_string(max_sum));
        if (!add(sum.weight, item.weight)) fail("the weights add up to more than " + std::to_string(max_sum));
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

#include <scrump/problems/knapsack/ext/description.hpp>
#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/problems/knapsack/solve.hpp>

#include <scrump/base/spec.hpp>

#include <array>
#include <utility>

namespace scrump::knapsack {
namespace {

using described::Outcome;
using described::Question;

// What a search came to says about the optimum.
Shown shown_by(const Question& question, const Outcome& outcome) {
    Shown shown;
    if (!outcome.solutions.empty()) shown.least = outcome.solutions.front().objective();
    if (outcome.status != Status::complete) return shown;
    if (outcome.solutions.empty()) {
        shown.most = *question.limit - 1;
    } else if (outcome.asked != described::Asked::whether) {
        shown.most = shown.least;
    }
    return shown;
}

class Items final : public described::Instance {
  public:
    explicit Items(File file) : file_(std::move(file)) {}

    std::size_t size() const override { return file_.instance.items.size(); }

    std::vector<described::Fact> facts() const override {
        std::vector<described::Fact> facts = {{"items", static_cast<std::int64_t>(size())},
                                              {"capacity", file_.instance.capacity}};
        if (file_.solution) facts.push_back({"known", file_.solution->profit});
        return facts;
    }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        const auto show = [this](const Packing& packing) { return solution(packing); };
        if (question.asks_for_several())
            return Outcome::several(find_best_packings(file_.instance, question.wanted<std::int64_t>(), search), show);
        if (question.limit) return Outcome::whether(find_packing(file_.instance, *question.limit, search), show);
        return Outcome::best(find_best_packing(file_.instance, search), show);
    }

    // What the file says may be wrong.
    void check(const Question& question, const Outcome& outcome) const override {
        check_answer(file_, shown_by(question, outcome));
    }

  private:
    described::Solution solution(const Packing& packing) const {
        const std::string of_capacity =
            std::to_string(packing.weight) + " of " + std::to_string(file_.instance.capacity);
        return {.fields = {{"profit", described::objective_key, packing.profit},
                           {"weight", "weight", packing.weight, of_capacity}},
                .numbers = packing.items};
    }

    File file_;
};

std::vector<std::string> family_words() {
    std::vector<std::string> words;
    for (const Family& family : families()) words.push_back(std::string(family.name) + ":");
    return words;
}

std::string help_on_families() {
    std::string text = "Families (the classes of Pisinger 2005):\n";
    for (const Family& family : families())
        text += "  " + std::string(family.name) + ": " + std::string(family.summary) + "\n";
    text += "Their parameters (similar-weights has no range):\n";
    for (const Parameter& parameter : families().front().parameters) text += "    " + describe(parameter) + "\n";
    return text + "Example: scrump knapsack strongly-correlated:n=200,range=10000,seed=3";
}

std::unique_ptr<described::Instance> make(described::Inputs inputs, const Question& /*question*/) {
    Instance instance{.items = {}, .capacity = inputs.numbers.at("capacity")};
    const std::vector<std::int64_t>& profits = inputs.values.at("profits");
    const std::vector<std::int64_t>& weights = inputs.values.at("weights");
    for (std::size_t i = 0; i < profits.size(); ++i) instance.items.push_back({profits[i], weights[i]});
    return std::make_unique<Items>(File{.name = {}, .instance = std::move(instance), .solution = {}, .optimum = {}});
}

constexpr std::array options = {
    described::limit({.name = "at-least",
                      .value = "P",
                      .help = "Find a packing of at least this profit, or prove that none exists",
                      .kind = OptionKind::count,
                      .max = static_cast<std::uint64_t>(max_sum)}),
    described::all("List all packings that are as good as the best, or good enough"),
    described::best("List the K best packings"),
};

using described::InputKind;

constexpr std::array python_inputs = {
    described::Input{"profits", InputKind::values, "the profit of item {!r} is "},
    described::Input{"weights", InputKind::values, "item {!r} weighs "},
    described::Input{"capacity", InputKind::number},
};

}  // namespace

const described::Problem description = {
    .name = "knapsack",
    .summary = "Pack the items that are worth most into a knapsack",
    .form = described::Form::items,
    .solution = "items",
    .things = {"item", "items"},
    .exists = "packing",
    .options = options,
    .limit = "at-least",
    .source = {.name = "SOURCE",
               .help = "File of items, - for standard input, or a family: strongly-correlated:n=100,range=1000,seed=1",
               .words = family_words,
               .families = help_on_families,
               .names_file = names_file,
               .parse = [](std::string_view text, const std::string& name, const Question& /*question*/)
                   -> std::unique_ptr<described::Instance> { return std::make_unique<Items>(parse(text, name)); },
               // What is made by name says nothing of its answer.
               .generate = [](const std::string& spec, std::uint64_t seed,
                              const Question& /*question*/) -> std::unique_ptr<described::Instance> {
                   return std::make_unique<Items>(
                       File{.name = spec, .instance = generate(spec, seed), .solution = {}, .optimum = {}});
               }},
    .make = make,
    .python = {.name = "knapsack",
               .inputs = python_inputs,
               .detail = "weight",
               .documentation = R"(Items of the greatest total profit that together weigh at most `capacity`.

Items are named by the keys of dicts, or by the index of pandas Series, and otherwise by their places, from 0 on.
Numbers are whole and not negative: multiply fractions first, such as 10.9 and 1.9 by 10. The objective is the total
profit, `details["weight"]` the total weight. `best` and `all_solutions` find several packings: these are the result's
`solutions`, and `details["weights"]` their weights. A set of items is a packing even if there is room for more.

>>> scrump.knapsack(profits=[60, 100, 120], weights=[10, 20, 30], capacity=50).solution
[1, 2]
>>> bool(scrump.knapsack(profits=[60, 100, 120], weights=[10, 20, 30], capacity=50, at_least=221))
False
)"}};

}  // namespace scrump::knapsack

// scrump knapsack.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/search_command.hpp"
#include "run/several.hpp"
#include "run/source.hpp"

#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/problems/knapsack/solve.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

struct KnapsackArguments {
    std::string source;
    std::optional<std::int64_t> at_least;
    GivenSeveral several;
};

std::string knapsack_families() {
    std::string text = "Families (the classes of Pisinger 2005):\n";
    for (const knapsack::Family& family : knapsack::families())
        text += "  " + std::string(family.name) + ": " + std::string(family.summary) + "\n";
    text += "Their parameters (similar-weights has no range):\n";
    for (const Parameter& parameter : knapsack::families().front().parameters)
        text += "    " + describe(parameter) + "\n";
    return text + "Example: scrump knapsack strongly-correlated:n=200,range=10000,seed=3";
}

// Collective: only the first process reads files. What is made by name says nothing of its answer.
knapsack::File load(const KnapsackArguments& given, LiveSearch& live) {
    const Source source = read_source(given.source, knapsack::names_file, live.session());
    if (source.text) return knapsack::parse(*source.text, source.title);
    return {
        .name = source.title, .instance = knapsack::generate(given.source, live.seed()), .solution = {}, .optimum = {}};
}

void add_packing(Report& report, const knapsack::Packing& packing, std::int64_t capacity) {
    report.add("profit", "objective", packing.profit);
    report.result["weight"] = packing.weight;
    report.answer.emplace_back("weight", fmt::format("{} of {}", packing.weight, capacity));
    report.add("items", "solution", from_one(packing.items));
}

// All return what the outcome shows of the best packing.
knapsack::Shown find_best(const knapsack::Instance& instance, LiveSearch& live, Report& report) {
    const knapsack::Packing packing =
        report.take(knapsack::find_best_packing(instance, live.begin(Line::with_incumbent, report)));
    add_packing(report, packing, instance.capacity);
    knapsack::Shown shown;
    shown.least = packing.profit;
    if (report.status == Status::complete) shown.most = packing.profit;
    return shown;
}

knapsack::Shown decide(const knapsack::Instance& instance, std::int64_t at_least, LiveSearch& live, Report& report) {
    report.instance["at_least"] = at_least;
    const std::optional<knapsack::Packing> packing =
        report.take(knapsack::find_packing(instance, at_least, live.begin(Line::plain, report)));
    report.add_existence("packing", packing.has_value());
    knapsack::Shown shown;
    if (packing) {
        add_packing(report, *packing, instance.capacity);
        shown.least = packing->profit;
    } else if (report.status == Status::complete) {
        shown.most = at_least - 1;
    }
    return shown;
}

knapsack::Shown find_several(const knapsack::Instance& instance, const KnapsackArguments& given, LiveSearch& live,
                             Report& report) {
    if (given.at_least) report.instance["at_least"] = *given.at_least;
    auto found = knapsack::find_best_packings(instance, given.several.wanted<std::int64_t>(given.at_least),
                                              live.begin(Line::with_incumbent, report));
    knapsack::Shown shown;
    if (!found.value.empty()) shown.least = found.value.front().profit;
    if (found.status == Status::complete) shown.most = found.value.empty() ? *given.at_least - 1 : shown.least;
    add_several(report, std::move(found),
                [&](const knapsack::Packing& each, Report& one) { add_packing(one, each, instance.capacity); });
    return shown;
}

Report solve(const KnapsackArguments& given, LiveSearch& live) {
    knapsack::File file = load(given, live);
    Report report{.instance = {{"source", given.source},
                               {"items", file.instance.items.size()},
                               {"capacity", file.instance.capacity}}};
    if (file.solution) report.instance["known"] = file.solution->profit;
    const knapsack::Shown shown = given.several.asked() ? find_several(file.instance, given, live, report)
                                  : given.at_least      ? decide(file.instance, *given.at_least, live, report)
                                                        : find_best(file.instance, live, report);
    // What the file says may be wrong.
    report.afterwards = [file = std::move(file), shown] { knapsack::check_answer(file, shown); };
    return report;
}

std::vector<std::string> family_words() {
    std::vector<std::string> words;
    for (const knapsack::Family& family : knapsack::families()) words.push_back(std::string(family.name) + ":");
    return words;
}

void declare(Command command, KnapsackArguments& given) {
    command.footer(knapsack_families);
    command
        .option("SOURCE", given.source,
                "File of items, - for standard input, or a family: strongly-correlated:n=100,range=1000,seed=1")
        .words(family_words())
        .required();
    command
        .option("--at-least", given.at_least, whole_number(0, static_cast<std::uint64_t>(knapsack::max_sum)),
                "Find a packing of this profit, or prove that none exists")
        .type_name("P");
    declare_several(command, given.several, "packings", Enough::best_or_given);
}

}  // namespace

void declare_knapsack(CommandLine& line) {
    declare_search<KnapsackArguments>(line, "knapsack", "Pack the items that are worth most into a knapsack", declare,
                                      solve);
}

}  // namespace scrump::cli

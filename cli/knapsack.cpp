// scrump knapsack.

#include "commands.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "source.hpp"
#include "values.hpp"

#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/problems/knapsack/solve.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

namespace scrump::cli {
namespace {

struct Arguments {
    RunOptions run;
    std::string source;
    std::int64_t at_least = 0;
    bool decides = false;
};

std::string help_on_families() {
    std::string text = "Families (the classes of Pisinger 2005):\n";
    for (const knapsack::Family& family : knapsack::families())
        text += "  " + std::string(family.name) + ": " + std::string(family.summary) + "\n";
    text += "Their parameters (similar-weights has no range):\n";
    for (const Parameter& parameter : knapsack::families().front().parameters)
        text += "    " + describe(parameter) + "\n";
    return text + "Example: scrump knapsack strongly-correlated:n=200,range=10000,seed=3";
}

// Collective: only the first process reads files. What is made by name says nothing of its answer.
knapsack::File load(const Arguments& given, Session& session) {
    begin(given.run, session);
    const Source source = read_source(given.source, knapsack::names_file, session);
    if (source.text) return knapsack::parse(*source.text, source.title);
    return {.name = source.title,
            .instance = knapsack::generate(given.source, given.run.seed),
            .solution = {},
            .optimum = {}};
}

void add_packing(Report& report, const knapsack::Packing& packing, std::int64_t capacity) {
    std::vector<std::size_t> items = packing.items;  // people count from 1
    for (std::size_t& item : items) ++item;
    report.result["objective"] = packing.profit;
    report.result["weight"] = packing.weight;
    report.result["solution"] = items;
    report.answer.emplace_back("profit", std::to_string(packing.profit));
    report.answer.emplace_back("weight", fmt::format("{} of {}", packing.weight, capacity));
    report.answer.emplace_back("items", fmt::format("{}", fmt::join(items, " ")));
}

// What was found, and what that shows of the best packing.
struct Outcome {
    Report report;
    knapsack::Shown shown;
};

void find_best(const knapsack::Instance& instance, const Arguments& given, Outcome& outcome, Session& session) {
    LiveSearch live(given.run, session, true);
    knapsack::BestPacking found = knapsack::find_best_packing(instance, live.options());
    Report& report = outcome.report;
    report.status = found.status;
    report.statistics = std::move(found.statistics);
    add_packing(report, found.packing, instance.capacity);
    outcome.shown.least = found.packing.profit;
    if (found.status == Status::complete) outcome.shown.most = found.packing.profit;
}

void decide(const knapsack::Instance& instance, const Arguments& given, Outcome& outcome, Session& session) {
    Report& report = outcome.report;
    report.instance["at_least"] = given.at_least;
    LiveSearch live(given.run, session, false);
    knapsack::SomePacking found = knapsack::find_packing(instance, given.at_least, live.options());
    report.status = found.status;
    report.statistics = std::move(found.statistics);
    answer_existence(report, "packing", found.packing.has_value());
    if (found.packing) {
        add_packing(report, *found.packing, instance.capacity);
        outcome.shown.least = found.packing->profit;
    } else if (found.status == Status::complete) {
        outcome.shown.most = given.at_least - 1;
    }
}

int solve(const Arguments& given, Session& session) {
    const knapsack::File file = load(given, session);
    Outcome outcome;
    Report& report = outcome.report;
    report.problem = "knapsack";
    report.instance = {
        {"source", given.source}, {"items", file.instance.items.size()}, {"capacity", file.instance.capacity}};
    if (file.solution) report.instance["known"] = file.solution->profit;
    (given.decides ? decide : find_best)(file.instance, given, outcome, session);
    const Exit status = print(report, given.run, session);  // first: what the file says may be wrong
    if (session.first()) knapsack::check_answer(file, outcome.shown);
    return status;
}

}  // namespace

void declare_knapsack(CommandLine& line, Action& run) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("knapsack", "Pack the items that are worth most into a knapsack");
    command.footer(help_on_families);
    command
        .option("SOURCE", &given->source,
                "File of items, - for standard input, or a family: strongly-correlated:n=100,range=1000,seed=1")
        .required();
    const Argument at_least =
        command.option("--at-least", &given->at_least, "Find a packing of this profit, or prove that there is none")
            .rule(to_whole_number(0, static_cast<std::uint64_t>(knapsack::largest_sum)))
            .type_name("P");
    given->run.declare(command);
    command.when_chosen([given, at_least, &run] {
        given->decides = at_least.given();
        run = [given](Session& session) { return solve(*given, session); };
    });
}

}  // namespace scrump::cli

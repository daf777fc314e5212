#include "ratios/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace scrump::bench {
namespace {

Row row(const std::string& what, double value, std::optional<Target> target, std::optional<bool> reached) {
    return {.what = what,
            .metric = Metric::seconds,
            .comparison = Comparison::ratio,
            .value = value,
            .subject = value,
            .base = 1,
            .low = value,
            .high = value,
            .target = target,
            .reached = reached};
}

Outcome outcome(const std::string& name, std::vector<Row> rows) {
    return {.name = name, .about = "", .variants = {"a"}, .samples = {{Sample{.seconds = 1}}}, .rows = std::move(rows)};
}

const Row good = row("queens: a / b", 1.01, Target::at_most(1.05), true);
const Row bad = row("uts: a / b", 1.2, Target::at_most(1.05), false);
const Row worse = row("uts: 2 workers / 1", 1.5, Target::at_least(1.95), false);
const Row untold = row("for information", 7, std::nullopt, std::nullopt);

Table table(std::vector<Outcome> outcomes) {
    return {.command = "scrump_bench", .machine = {}, .outcomes = std::move(outcomes)};
}

TEST(Table, ListsAllRowsThatFallShortWhateverTheirExperiment) {
    const Table all = table({outcome("twins", {good, bad}), outcome("workers", {worse, untold})});
    const std::string expected =
        "Of 3 rows that have a target, 2 fall short of it:\n\n"
        "- uts: a / b: 1.200, target ≤ 1.050\n"
        "- uts: 2 workers / 1: 1.500, target ≥ 1.950\n";
    EXPECT_EQ(short_of_target(all), expected);
    EXPECT_NE(as_markdown(all).find("\n\n" + expected), std::string::npos) << as_markdown(all);
}

TEST(Table, SaysSoIfNoneDoesOrNoneWasJudged) {
    EXPECT_EQ(short_of_target(table({outcome("twins", {good, untold})})), "All rows that have a target reach it: 1.\n");
    const Row small = row("quick", 3, Target::at_most(1), std::nullopt);
    EXPECT_EQ(short_of_target(table({outcome("twins", {small})})), "No row was held against a target.\n");
    EXPECT_EQ(short_of_target(table({outcome("twins", {bad})})),
              "Of 1 rows that have a target, 1 falls short of it:\n\n- uts: a / b: 1.200, target ≤ 1.050\n");
}

TEST(Table, EveryLineOfTheMarkdownTableHasAllItsCells) {
    std::istringstream lines(as_markdown(table({outcome("twins", {good, bad, untold})})));
    std::size_t rows = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("|")) continue;
        ++rows;
        EXPECT_EQ(std::ranges::count(line, '|'), 8) << line;
    }
    EXPECT_EQ(rows, 5U);
}

}  // namespace
}  // namespace scrump::bench

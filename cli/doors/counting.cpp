// scrump semigroups and scrump queens: counts by depth.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/search_command.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>

#include <cstdint>
#include <vector>

namespace scrump::cli {
namespace {

struct CountingArguments {
    unsigned size = 0;
    bool find = false;
};

// What was counted at the greatest depth is the answer.
void add_counts(Report& report, const char* label, Answer<std::vector<std::uint64_t>> counted, unsigned depth) {
    std::vector<std::uint64_t> counts = report.take(std::move(counted));
    counts.resize(std::size_t{depth} + 1);
    report.add_count(label, "count", counts[depth]);
    report.counted("by_depth") = counts;
}

Report count_semigroups(const CountingArguments& given, LiveSearch& live) {
    Report report{.instance = {{"genus", given.size}}};
    add_counts(report, "semigroups", semigroups::count_by_genus(given.size, live.begin(Line::plain, report)),
               given.size);
    return report;
}

void find_queens(unsigned size, LiveSearch& live, Report& report) {
    const std::optional<queens::Placement> found = report.take(queens::find(size, live.begin(Line::plain, report)));
    report.add_existence("solution", found.has_value());
    if (!found) return;
    for (std::size_t row = 0; row < size; ++row) report.result["solution"].push_back(found->queens[row] + 1);
    report.answer.front().second += "\n\n" + queens::to_string(queens::Space(size), *found);
}

Report solve_queens(const CountingArguments& given, LiveSearch& live) {
    Report report{.instance = {{"n", given.size}}};
    if (given.find) {
        find_queens(given.size, live, report);
    } else {
        add_counts(report, "solutions", queens::count_by_row(given.size, live.begin(Line::plain, report)), given.size);
    }
    return report;
}

void declare_genus(Command command, CountingArguments& given) {
    command.option("--genus", given.size, whole_number(), "Genus").required().type_name("G");
}

void declare_size(Command command, CountingArguments& given) {
    command.option("N", given.size, whole_number(1, 32), "Number of queens, and of rows and columns")
        .required()
        .type_name("UINT");
    command.flag("--find", given.find, "Find one solution and show it, instead of counting all");
}

}  // namespace

void declare_semigroups(CommandLine& line) {
    declare_search<CountingArguments>(line, "semigroups", "Count the numerical semigroups of a genus", declare_genus,
                                      count_semigroups, Aim::count);
}

void declare_queens(CommandLine& line) {
    declare_search<CountingArguments>(line, "queens", "Count the ways to place n queens that do not attack each other",
                                      declare_size, solve_queens, Aim::count);
}

}  // namespace scrump::cli

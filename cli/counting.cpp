// scrump semigroups and scrump queens: counts by depth.

#include "commands.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "values.hpp"

#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>

#include <fmt/format.h>

#include <memory>

namespace scrump::cli {
namespace {

struct Arguments {
    RunOptions run;
    unsigned size = 0;
    bool find = false;
};

using Result = EnumerationResult<std::vector<std::uint64_t>>;

// What was counted at the greatest depth is the answer; a stopped count is none, and is not given as one.
void fill(Report& report, Result&& result, unsigned depth) {
    report.status = result.status;
    report.statistics = std::move(result.statistics);
    report.unproved = "counted in part";
    result.value.resize(std::size_t{depth} + 1);
    const bool complete = report.status == Status::complete;
    report.result[complete ? "count" : "count_so_far"] = result.value[depth];
    report.result[complete ? "by_depth" : "by_depth_so_far"] = result.value;
    report.answer.front().second = (complete ? "" : "at least ") + std::to_string(result.value[depth]);
}

int count_semigroups(const Arguments& given, Session& session) {
    Report report;
    report.problem = "semigroups";
    report.instance = {{"genus", given.size}};
    report.answer = {{"semigroups", ""}};
    {
        LiveSearch live(given.run, session, false);
        fill(report, semigroups::count_by_genus(given.size, live.options()), given.size);
    }
    return print(report, given.run, session);
}

int count_queens(const Arguments& given, Session& session) {
    Report report;
    report.problem = "queens";
    report.instance = {{"n", given.size}};
    report.answer = {{"solutions", ""}};
    {
        LiveSearch live(given.run, session, false);
        fill(report, queens::count_by_row(given.size, live.options()), given.size);
    }
    return print(report, given.run, session);
}

int find_queens(const Arguments& given, Session& session) {
    Report report;
    report.problem = "queens";
    report.instance = {{"n", given.size}};
    {
        LiveSearch live(given.run, session, false);
        auto result = queens::find(given.size, live.options());
        report.status = result.status;
        report.statistics = std::move(result.statistics);
        answer_existence(report, "solution", result.node.has_value());
        if (result.node) {
            for (std::size_t row = 0; row < given.size; ++row)
                report.result["solution"].push_back(result.node->queens[row] + 1);
            report.answer.front().second += "\n\n" + queens::to_string(queens::Space(given.size), *result.node);
        }
    }
    return print(report, given.run, session);
}

}  // namespace

void declare_semigroups(CommandLine& line, Action& run) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("semigroups", "Count the numerical semigroups of a genus");
    command.option("--genus", &given->size, "Genus").required().rule(to_whole_number()).type_name("G");
    given->run.declare(command);
    command.when_chosen(
        [given, &run] { run = [given](Session& session) { return count_semigroups(*given, session); }; });
}

void declare_queens(CommandLine& line, Action& run) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("queens", "Count the ways to place n queens that do not attack each other");
    command.option("N", &given->size, "Number of queens, and of rows and columns")
        .required()
        .rule(to_whole_number(1, 32));
    command.flag("--find", given->find, "Find one way instead, and show it");
    given->run.declare(command);
    command.when_chosen([given, &run] {
        run = [given](Session& session) {
            return given->find ? find_queens(*given, session) : count_queens(*given, session);
        };
    });
}

}  // namespace scrump::cli

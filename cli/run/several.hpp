#pragma once
// Options for several solutions instead of one, and how they are reported.

#include "line/command_line.hpp"
#include "run/report.hpp"

#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/best_wanted.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace scrump::cli {

/// What was asked for: --all or --best.
struct GivenSeveral {
    bool all = false;
    std::optional<std::size_t> most{};

    bool asked() const { return all || most; }

    /// All: of those that are good enough, if it is said what is; else of the best.
    template <class Objective>
    BestWanted<Objective> wanted(std::optional<Objective> good_enough = {}) const {
        BestWanted<Objective> wanted;
        if (most) wanted.most = *most;
        wanted.equal = all && !good_enough;
        wanted.at_least = good_enough;
        return wanted;
    }
};

/// What makes a solution good enough to be listed by --all: being as good as the best, or that or what an option says.
enum class Enough : unsigned char { best, best_or_given };

/// The options, each of which excludes the other: what they list is called `solutions`.
std::pair<Argument, Argument> declare_several(Command command, GivenSeveral& given, const std::string& solutions,
                                              Enough enough);

/// Reports them: `show(solution, one)` writes one of them, its objective and itself, as it would be reported alone.
template <class Solution, class Show>
void add_several(Report& report, Several<Solution> found, const Show& show) {
    const std::vector<Solution> all = report.take(std::move(found));
    report.unproved = "listed in part";
    auto solutions = Report::Json::array();
    auto objectives = Report::Json::array();
    Report lines;
    for (const Solution& each : all) {
        Report one;
        show(each, one);
        objectives.push_back(one.result["objective"]);
        solutions.push_back(one.result["solution"]);
        lines.answer.insert(lines.answer.end(), one.answer.begin(), one.answer.end());
    }
    if (!objectives.empty()) report.result["objective"] = objectives.front();
    report.add_count("number", "count", all.size());
    report.answer.insert(report.answer.end(), lines.answer.begin(), lines.answer.end());
    report.counted("objectives") = std::move(objectives);
    report.counted("solutions") = std::move(solutions);
}

}  // namespace scrump::cli

#include "doors/check_answers.hpp"

#include "doors/net_options.hpp"
#include "line/texts.hpp"
#include "run/output.hpp"

#include "results/reach_json.hpp"

#include <scrump/base/text.hpp>
#include <scrump/problems/petri/questions.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace scrump::cli {
namespace {

using petri::Method;
using petri::Property;
using petri::Verdict;

// What the contest calls them.
const char* technique(Method method) {
    switch (method) {
        case Method::structure:
            return "TOPOLOGICAL";
        case Method::walk:
            return "RANDOM_WALK";
        case Method::diagrams:
            return "DECISION_DIAGRAMS";
        case Method::states:
            return "EXPLICIT";
    }
    return "";
}

const char* phrase(Method method) {
    switch (method) {
        case Method::structure:
            return "from the net alone";
        case Method::walk:
            return "by a random walk";
        case Method::diagrams:
            return "by diagrams of all markings";
        case Method::states:
            return "by visiting markings";
    }
    return "";
}

// A line of the contest.
std::string contest_line(const Verdict& verdict) {
    if (!verdict.is_known()) return fmt::format("FORMULA {} CANNOT_COMPUTE", printable(verdict.id));
    const std::string answer = verdict.holds ? (*verdict.holds ? "TRUE" : "FALSE") : std::to_string(*verdict.bound);
    return fmt::format("FORMULA {} {} TECHNIQUES {}", printable(verdict.id), answer, technique(verdict.method));
}

void print_path(const ShownAnswer& answer) {
    if (!answer.path) return;
    if (answer.path->empty()) {
        fmt::print("    {}\n", answer.at_once);
    } else {
        fmt::print("    path of {}\n", path_text(*answer.path));
    }
    if (!answer.cycle.empty()) fmt::print("    then a cycle of {}\n", path_text(answer.cycle));
}

}  // namespace

ShownAnswer shown_answer(const Verdict& verdict, const Property& property, const petri::Net& net) {
    ShownAnswer answer{
        .id = verdict.id,
        .formula = petri::describe(net, property),
        .answer = to_string(verdict),
        .how = verdict.is_known() ? fmt::format("{}, {:.3f} s", phrase(verdict.method), verdict.seconds) : verdict.why,
        .contest = contest_line(verdict),
        .at_once = "in the initial marking"};
    if (verdict.path) answer.path = results::names_of(net, *verdict.path);
    answer.cycle = results::names_of(net, verdict.cycle);
    return answer;
}

LiveAnswers::LiveAnswers(const std::vector<std::string>& ids, const AnswerForm& form, LiveRun& live)
    : form_(form), live_(live) {
    constexpr std::size_t max_width = 60;
    for (const std::string& each : ids) width_ = std::max(width_, std::min(printable(each).size(), max_width));
}

void LiveAnswers::tell(const ShownAnswer& answer) {
    const std::scoped_lock lock(mutex_);
    if (form_.none || failure_ || !printed_.insert(answer.id).second) return;
    try {
        live_.clear();
        print(answer);
        if (!answer.path) without_path_.insert(answer.id);
        finish_output();
    } catch (...) {
        failure_ = std::current_exception();
        stop_.request_stop();
    }
}

void LiveAnswers::finish(const std::vector<ShownAnswer>& answers) {
    for (const ShownAnswer& each : answers) tell(each);
    if (failure_) std::rethrow_exception(failure_);
    if (form_.none || form_.quiet) return;
    for (const ShownAnswer& each : answers) {
        if (!each.path || !without_path_.contains(each.id)) continue;
        fmt::print("{}\n", printable(each.id));
        print_path(each);
    }
    fmt::print("\n");
}

void LiveAnswers::print(const ShownAnswer& answer) const {
    if (form_.contest) return fmt::print("{}\n", answer.contest);
    if (form_.quiet) return fmt::print("{} {}\n", printable(answer.id), answer.answer);
    fmt::print("{:<{}} {:<8} {}\n", printable(answer.id), width_, answer.answer, printable(answer.how));
    if (form_.with_formulas) fmt::print("    {}\n", printable(answer.formula));
    print_path(answer);
}

std::string summary_of(const std::vector<ShownAnswer>& answers) {
    std::size_t yes = 0, no = 0, bounds = 0, unknown = 0;
    for (const ShownAnswer& each : answers)
        ++(each.answer == "true" ? yes : each.answer == "false" ? no : each.answer == "unknown" ? unknown : bounds);
    std::vector<std::string> parts;
    const auto add = [&](std::size_t number, const char* what) {
        if (number > 0) parts.push_back(fmt::format("{} {}", number, what));
    };
    add(yes, "true");
    add(no, "false");
    add(bounds, bounds == 1 ? "bound" : "bounds");
    add(unknown, "unknown");
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace scrump::cli

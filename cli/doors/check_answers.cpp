#include "doors/check_answers.hpp"

#include "doors/net_options.hpp"
#include "line/texts.hpp"
#include "run/output.hpp"

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

}  // namespace

LiveAnswers::LiveAnswers(const petri::Net& net, const std::vector<Property>& properties, const AnswerForm& form,
                         LiveRun& live)
    : net_(net), properties_(properties), form_(form), live_(live) {
    constexpr std::size_t max_width = 60;
    for (const Property& each : properties) width_ = std::max(width_, std::min(printable(each.id).size(), max_width));
}

void LiveAnswers::connect(petri::CheckOptions& options) {
    options.answered = [this](const Verdict& verdict) { tell(verdict); };
    DiagramOptions& diagrams = options.reach.diagrams;
    if (diagrams.progress) {
        diagrams.progress = [this, show = std::move(diagrams.progress)](const DiagramProgress& now) {
            const std::scoped_lock lock(mutex_);
            show(now);
        };
    }
    stopped_.emplace(diagrams.tasks.stop, [this] { stop_.request_stop(); });
    diagrams.tasks.stop = stop_.get_token();
}

void LiveAnswers::tell(const Verdict& verdict) {
    const std::scoped_lock lock(mutex_);
    if (form_.none || failure_ || !printed_.insert(verdict.id).second) return;
    try {
        live_.clear();
        print(verdict);
        if (!verdict.path) without_path_.insert(verdict.id);
        finish_output();
    } catch (...) {
        failure_ = std::current_exception();
        stop_.request_stop();
    }
}

void LiveAnswers::finish(const std::vector<Verdict>& verdicts) {
    for (const Verdict& each : verdicts) tell(each);
    if (failure_) std::rethrow_exception(failure_);
    if (form_.none || form_.quiet) return;
    for (const Verdict& each : verdicts) {
        if (!each.path || !without_path_.contains(each.id)) continue;
        fmt::print("{}\n", printable(each.id));
        print_path(each);
    }
    fmt::print("\n");
}

void LiveAnswers::print(const Verdict& verdict) {
    if (form_.contest) return fmt::print("{}\n", contest_line(verdict));
    if (form_.quiet) return fmt::print("{} {}\n", printable(verdict.id), to_string(verdict));
    print_for_people(verdict, *std::ranges::find(properties_, verdict.id, &Property::id));
}

void LiveAnswers::print_for_people(const Verdict& verdict, const Property& property) const {
    const std::string how = verdict.is_known() ? fmt::format("{}, {:.3f} s", phrase(verdict.method), verdict.seconds)
                                               : printable(verdict.why);
    fmt::print("{:<{}} {:<8} {}\n", printable(verdict.id), width_, to_string(verdict), how);
    if (form_.with_formulas) fmt::print("    {}\n", printable(petri::describe(net_, property)));
    print_path(verdict);
}

void LiveAnswers::print_path(const Verdict& verdict) const {
    if (!verdict.path) return;
    if (verdict.path->empty()) {
        fmt::print("    in the initial marking\n");
    } else {
        fmt::print("    path of {}\n", path_text(net_, *verdict.path));
    }
    if (!verdict.cycle.empty()) fmt::print("    then a cycle of {}\n", path_text(net_, verdict.cycle));
}

std::string summary_of(const std::vector<Verdict>& verdicts) {
    std::size_t yes = 0, no = 0, bounds = 0, unknown = 0;
    for (const Verdict& each : verdicts) ++(!each.is_known() ? unknown : each.bound ? bounds : *each.holds ? yes : no);
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

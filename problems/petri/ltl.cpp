#include <scrump/problems/petri/ltl.hpp>

#include <scrump/liveness.hpp>
#include <scrump/problems/petri/detail/path_formula.hpp>
#include <scrump/problems/petri/markings.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace scrump::petri {
namespace {

// Whether one of these transitions leads from a marking to another one.
bool leads(const Markings& markings, const std::vector<std::uint32_t>& transitions, MarkingSpan from, MarkingSpan to) {
    const std::vector<Tokens> before = markings.decode(from);
    const std::vector<Tokens> after = markings.decode(to);
    return std::ranges::any_of(transitions, [&](std::uint32_t number) {
        const Transition& transition = markings.net().transitions[number];
        std::vector<Tokens> tokens = before;
        for (const Arc& arc : transition.takes) {
            if (tokens[arc.place] < arc.weight) return false;
            tokens[arc.place] -= arc.weight;
        }
        for (const Arc& arc : transition.puts) tokens[arc.place] += arc.weight;
        return tokens == after;
    });
}

Propositions<Marking> propositions_of(const detail::PathFormula& path, const Markings& markings) {
    Propositions<Marking> all;
    for (std::size_t i = 0; i < path.propositions.size(); ++i) {
        const Formula& each = path.propositions[i];
        const std::string name = detail::PathFormula::name_of(i);
        if (each.kind == Formula::Kind::fires) {
            all.of_steps.push_back({name, [&each, &markings](MarkingSpan from, MarkingSpan to) {
                                        return leads(markings, each.transitions, from, to);
                                    }});
        } else {
            all.of_states.push_back({name, [&each, &markings](MarkingSpan marking) {
                                         return holds_in(markings.net(), each, markings.decode(marking));
                                     }});
        }
    }
    return all;
}

// Transitions from each marking to the next one, and from the last one to `end`.
std::vector<std::uint32_t> steps_along(const Markings& markings, const std::vector<Marking>& path, const Marking& end) {
    std::vector<std::uint32_t> steps;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (const auto step = markings.step_between(path[i], i + 1 < path.size() ? path[i + 1] : end))
            steps.push_back(*step);
    return steps;
}

}  // namespace

LtlAnswer check_ltl(const Net& net, const Formula& formula, const LtlOptions& options) {
    const detail::PathFormula path = detail::path_formula_of(formula);
    const Markings markings(net);
    const LtlFormula on_all_paths = path.is_for_all ? path.formula : !path.formula;
    const auto result = scrump::check_ltl(markings, on_all_paths, propositions_of(path, markings), options);
    LtlAnswer answer{.status = result.status, .holds = {}, .path = {}, .cycle = {}, .statistics = result.statistics};
    if (result.holds) answer.holds = *result.holds == path.is_for_all;
    if (result.counterexample) {
        const auto& [before, cycle] = *result.counterexample;
        answer.path = steps_along(markings, before, cycle.front());
        answer.cycle = steps_along(markings, cycle, cycle.front());
    }
    return answer;
}

}  // namespace scrump::petri
